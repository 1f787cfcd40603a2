import { useTexts } from '../app/index.ts';
import type { LeverResult } from './api.ts';

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

/** What came of pulling a lever. */
export function useResultWords(): (result: LeverResult) => string {
  const t = useTexts('operations');
  const words = useWords();
  return ({ done, running, resumed, refused = {} }) =>
    [
      ...(done === undefined ? [] : [t('done', { count: done })]),
      ...(running ? [t('still_running', { count: running })] : []),
      ...(resumed ? [t('resumed', { count: resumed })] : []),
      ...Object.entries(refused).map(([why, count]) => `${words(why)}: ${count}.`),
    ].join(' ');
}
