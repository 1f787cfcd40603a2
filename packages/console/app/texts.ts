import { useSyncExternalStore } from 'react';
import i18next from 'i18next';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'ledgerline.language';

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages];
  const known = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return (known ?? 'en') as Language;
}

void i18next.init({
  lng: firstLanguage(),
  fallbackLng: 'en',
  initAsync: false,
  resources: {},
  // React escapes what it renders.
  interpolation: { escapeValue: false },
});
document.documentElement.lang = i18next.language;

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

export function setLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Singular<Key>
    : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

/** A text by its key, with `{{name}}` filled in; `count` chooses between `…_one` and `…_other`. */
export type Translate<Texts> = (
  key: KeyOf<Texts>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * The texts of a page or part, which its chunk carries in every language. `name` is that of its folder. The German file must have every
 * key of the English one. Components call the hook that this returns.
 */
export function defineTexts<Texts extends object>(
  name: string,
  en: Texts,
  de: NoInfer<Texts>,
): () => Translate<Texts> {
  i18next.addResourceBundle('en', name, en);
  i18next.addResourceBundle('de', name, de);
  const made = (language: Language) =>
    i18next.getFixedT(language, name) as unknown as Translate<Texts>;
  const translate = { en: made('en'), de: made('de') };
  return () => translate[useLanguage()];
}
