import { useMemo, useSyncExternalStore } from 'react';
import i18next from 'i18next';
import type en from '../texts.en.json';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts in English, by the names of the pages' folders; the German ones have the same keys. */
type Texts = typeof en;

const FILES = { en: () => import('../texts.en.json'), de: () => import('../texts.de.json') };
const STORED = 'ledgerline.language';

async function load(language: Language): Promise<void> {
  const texts = (await FILES[language]()).default;
  for (const [name, group] of Object.entries(texts)) {
    i18next.addResourceBundle(language, name, group);
  }
}

/** Loads the texts of the reader's language; nothing is shown before. */
export async function startTexts(): Promise<void> {
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  const language = (known ?? 'en') as Language;
  // React escapes what it renders.
  await i18next.init({ lng: language, resources: {}, interpolation: { escapeValue: false } });
  document.documentElement.lang = language;
  await load(language);
}

/** The language that the reader sees; a component that asks renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (onChange) => {
      i18next.on('languageChanged', onChange);
      return () => i18next.off('languageChanged', onChange);
    },
    () => i18next.language as Language,
  );
}

export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeyOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeyOf<Group[Key]>}`;
}[keyof Group & string];

/** A text by its key, with `{{name}}` filled in; `count` chooses between `…_one` and `…_other`. */
export type Translator<Name extends keyof Texts> = (
  key: KeyOf<Texts[Name]>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The texts of a page or part, in the reader's language. */
export function useTexts<Name extends keyof Texts>(name: Name): Translator<Name> {
  const language = useLanguage();
  return useMemo(
    () => i18next.getFixedT(language, name) as unknown as Translator<Name>,
    [language, name],
  );
}
