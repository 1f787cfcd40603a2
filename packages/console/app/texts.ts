import i18next from 'i18next';
import type en from '../texts.en.json';
import { formats } from './format.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts in English, by the names of the pages' folders; the German ones have the same keys. */
type Texts = typeof en;

const FILES = { en: () => import('../texts.en.json'), de: () => import('../texts.de.json') };
const STORED = 'ledgerline.language';

/** Loads the texts of the reader's language; nothing is shown before. */
export async function startTexts(): Promise<void> {
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  const lng = (known ?? 'en') as Language;
  const { default: groups } = await FILES[lng]();
  // React escapes what it renders.
  const interpolation = { escapeValue: false };
  await i18next.init({ lng, resources: { [lng]: groups }, interpolation });
  const writers = Object.entries(formats as object as Record<string, () => string>);
  for (const [name, write] of writers) i18next.services.formatter?.add(name, write);
  document.documentElement.lang = lng;
}

export const language = (): Language => i18next.language as Language;

/** Texts are looked up as they are rendered, so another language is another start. */
export function setLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  location.reload();
}

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeyOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeyOf<Group[Key]>}`;
}[keyof Group & string];

/** A text by its key, with `{{name}}` and `{{rows, number}}` filled in; `count` chooses between `…_one` and `…_other`. */
export type Translator<Name extends keyof Texts> = (
  key: KeyOf<Texts[Name]>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export function texts<Name extends keyof Texts>(name: Name): Translator<Name> {
  const translate = i18next.t as (key: string, values: object) => string;
  return (key, values) => translate(key, { ns: name, ...values });
}
