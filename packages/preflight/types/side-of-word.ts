import type { CsvSettings } from '../csv/settings.ts';

/** The words of a direction column, as the settings name them. */
export type DirectionWords = Pick<CsvSettings, 'inflowValue' | 'outflowValue'>;

/**
 * On which side of the account the word of a direction column puts a row. Where only one side has words, every other
 * word is of the other side; where both have, a word that neither names is undefined: the row is neutral.
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

/** Whether a setting names the word: as a whole, or among others separated by `|`. */
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
