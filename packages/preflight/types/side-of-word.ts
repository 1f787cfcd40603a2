import type { CsvSettings } from '../csv/settings.ts';

/** The words of a direction column, as given in the settings. */
export type DirectionWords = Pick<CsvSettings, 'inflowValue' | 'outflowValue'>;

/**
 * Whether a word in a direction column means money in or money out. If only one side has words, every other word is of
 * the other side. If both have, a word that neither names is undefined: the row is neutral.
 */
export function sideOfWord(
  word: string,
  { inflowValue, outflowValue }: DirectionWords,
): 'in' | 'out' | undefined {
  if (inflowValue !== undefined && isOneOf(word, inflowValue)) return 'in';
  if (outflowValue === undefined) return 'out';
  if (isOneOf(word, outflowValue)) return 'out';
  return inflowValue === undefined ? 'in' : undefined;
}

/** Whether a setting names the word: alone, or among others separated by `|`. */
function isOneOf(word: string, value: string): boolean {
  if (word === value.trim()) return true;
  return value.includes('|') && wordsOfValue(value).includes(word);
}

/** The words of a setting that names several. */
export function wordsOfValue(value: string): string[] {
  return value
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
