import { texts } from '../app/index.ts';
import type { LeverResult } from './api.ts';

const t = texts('operations');
const wordOf = (word: string): string => t(`word.${word}` as 'word.sync', { defaultValue: word });

/** The service's own words, such as states, as the reader says them; what has none, such as the code of a failure, stays as it is. */
export const words = (...said: readonly (string | null)[]): string =>
  said
    .filter((word) => word !== null)
    .map(wordOf)
    .join(', ');

/** What came of pulling a lever. */
export const resultWords = ({ done, running, resumed, refused = {} }: LeverResult): string =>
  [
    ...(done === undefined ? [] : [t('done', { count: done })]),
    ...(running ? [t('still_running', { count: running })] : []),
    ...(resumed ? [t('resumed', { count: resumed })] : []),
    ...Object.entries(refused).map(([why, count]) => `${words(why)}: ${count}.`),
  ].join(' ');
