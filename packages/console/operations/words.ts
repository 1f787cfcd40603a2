import { useTexts } from '../app/index.ts';

/** The service's own words, such as states, as the reader says them; what has none, such as the code of a failure, stays as it is. */
export function useWords(): (...words: readonly (string | null)[]) => string {
  const t = useTexts('operations');
  const wordOf = (word: string) => t(`word.${word}` as 'word.sync', { defaultValue: word });
  return (...words) =>
    words
      .filter((word) => word !== null)
      .map(wordOf)
      .join(', ');
}
