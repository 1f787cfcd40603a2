import { useSyncExternalStore } from 'react';
import i18next from 'i18next';
import type en from '../texts.en.json';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts in English, by the names of the pages' folders; the German ones have the same keys. */
type Texts = typeof en;

const FILES = { en: () => import('../texts.en.json'), de: () => import('../texts.de.json') };
const STORED = 'ledgerline.language';

async function load(language: Language): Promise<void> {
  const groups = (await FILES[language]()).default;
  for (const [name, group] of Object.entries(groups)) {
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

/** The language that the reader sees. */
export const language = (): Language => i18next.language as Language;

/** The same for what is to be rendered again when it changes: the pages as a whole, so that none of their parts has to ask. */
export const useLanguage = (): Language =>
  useSyncExternalStore((onChange) => {
    i18next.on('languageChanged', onChange);
    return () => i18next.off('languageChanged', onChange);
  }, language);

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

/** The texts of a page or part, each in the language that the reader sees when it is asked for. */
export function texts<Name extends keyof Texts>(name: Name): Translator<Name> {
  const translate = i18next.t as (key: string, values: object) => string;
  return (key, values) => translate(key, { ns: name, ...values });
}
