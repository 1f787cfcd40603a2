import i18next from 'i18next';
import type en from '../texts.en.json';
import type enOfFiles from '../texts-of-files.en.json';
import type enOfOperators from '../texts-of-operators.en.json';
import { formats } from './format.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** The English texts, grouped by page folder; the German ones have the same keys. */
type Texts = typeof en & typeof enOfFiles & typeof enOfOperators;

const STORED = 'ledgerline.language';

/** Loads the texts of the reader's language; runs before anything is rendered. */
export async function startTexts(): Promise<void> {
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages, 'en'];
  const lng = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) as Language;
  // React escapes what it renders.
  await i18next.init({ lng, resources: {}, interpolation: { escapeValue: false } });
  await addTexts('');
  const writers = Object.entries(formats as object as Record<string, () => string>);
  for (const [name, write] of writers) i18next.services.formatter?.add(name, write);
  document.documentElement.lang = lng;
}

/** Adds texts in the reader's language: the main file, or that of one part of the pages. */
export async function addTexts(of: '' | '-of-files' | '-of-operators'): Promise<void> {
  const read = (await import(`../texts${of}.${language()}.json`)) as { default: object };
  for (const [name, all] of Object.entries(read.default))
    i18next.addResourceBundle(language(), name, all);
}

export const language = (): Language => i18next.language as Language;

/** Stores the language and reloads the page: texts on screen do not follow a change of language. */
export function setLanguage(language: string): void {
  localStorage.setItem(STORED, language);
  location.reload();
}

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeyOf<Group> = {
  [Key in keyof Group & string]: Group[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeyOf<Group[Key]>}`;
}[keyof Group & string];

/** Looks up a text by key and fills in `{{name}}` and `{{rows, number}}`; `count` chooses between `…_one` and `…_other`. */
export type Translator<Name extends keyof Texts> = (
  key: KeyOf<Texts[Name]>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export function texts<Name extends keyof Texts>(name: Name): Translator<Name> {
  const translate = i18next.t as (key: string, values: object) => string;
  return (key, values) => translate(key, { ns: name, ...values });
}
