import { isOtherUnit, unitBehind } from '../fields/other-units.ts';
import { sideOfWord } from '../types/side-of-word.ts';
import { movesAsset } from '../suggestions/asset-moves.ts';
import { remember } from '../remember.ts';
import { isBlankCell, locateCell, rememberLast, trimmedText } from './row-view.ts';
import type { MappedColumn } from './headers.ts';
import type { CellRange, RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';

/** Why a row is left out; warnings list the reasons in this order. */
export const LEFT_OUT_REASONS = [
  'section',
  'header',
  'not_booked',
  'pending',
  'repeated',
  'neutral',
  'other_unit',
  'total',
  'incomplete',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Why a row is left out, and the word that says so. */
export interface LeftOut {
  reason: LeftOutReason;
  word?: string;
  /** The row is imported as pending, with the date of this column. */
  dateAt?: number;
  /** The running balance includes the row. */
  isCounted?: true;
}

export type RowJudge = (row: RowView) => LeftOut | undefined;
export type WordJudge = (word: string) => LeftOut | undefined;

export const WORDS_MAX = 1000;

/** Judges rows by their word in one column; `blank` is the verdict on those without one. */
export function judgeByWord(
  { index }: MappedColumn,
  judgeWord: WordJudge,
  blank?: LeftOut,
): RowJudge {
  const judge = rememberLast(remember(judgeWord));
  const range: CellRange = { from: 0, to: 0 };
  return (row) => (locateCell(row, index, range) ? judge(row, index, range) : blank);
}

/** Rows whose word in the direction column belongs to neither side, if the settings name words for both. */
export function createNeutralJudge(
  columns: readonly MappedColumn[],
  settings: Pick<CsvSettings, 'strategy' | 'inflowValue' | 'outflowValue'>,
): RowJudge | undefined {
  const { strategy, inflowValue, outflowValue } = settings;
  const column = columns.find(({ field }) => field.key === 'entity_type');
  const isOpen = inflowValue === undefined || outflowValue === undefined;
  if (strategy !== 'custom_column' || isOpen || column === undefined) return undefined;
  const isNeutral: WordJudge = (word) =>
    sideOfWord(word, settings) === undefined ? { reason: 'neutral', word } : undefined;
  const amounts = columns.filter(({ field: { kind } }) => kind === 'amount' || kind === 'quantity');
  const hasAmount = (row: RowView): boolean =>
    amounts.some(({ index }) => !isBlankCell(row, index));
  const judge = judgeByWord(column, isNeutral, { reason: 'neutral', word: '' });
  // A line of prose below the table has neither amount nor word.
  return (row) => (hasAmount(row) ? judge(row) : undefined);
}

/**
 * Rows whose currency is a coin, points or the like, or whose amount has such a unit, or that move an asset, whose worth is their
 * amount. Undefined unless the settings ask for it.
 */
export function createUnitJudge(
  columns: readonly MappedColumn[],
  { skipOtherUnits }: Pick<CsvSettings, 'skipOtherUnits'>,
): RowJudge | undefined {
  if (!skipOtherUnits) return undefined;
  const column = columns.find(({ field }) => field.kind === 'currency');
  const assets = columns.find((one) => one.assets !== undefined)?.assets;
  const amounts = columns.filter(({ field }) => field.kind === 'amount').map(({ index }) => index);
  const judge =
    column &&
    judgeByWord(column, (word) => (isOtherUnit(word) ? { reason: 'other_unit', word } : undefined));
  return (row) => {
    const word = assets === undefined ? '' : trimmedText(row, assets.asset);
    if (assets !== undefined && movesAsset(trimmedText(row, assets.kind), word))
      return { reason: 'other_unit', word };
    for (const amount of amounts) {
      const unit = unitBehind(trimmedText(row, amount));
      if (unit !== undefined) return { reason: 'other_unit', word: unit };
    }
    return judge?.(row);
  };
}

const PERIOD_CHARS_MAX = 50;

/** Whether a text is two days that are written alike, between which a report adds up. */
export function isPeriod(text: string): boolean {
  if (text.length > PERIOD_CHARS_MAX) return false;
  const [first = '', last, ...more] = text.replace(/\d+/g, '0').split(/ (?:[-–—]|to|bis) /);
  return first.length > 1 && first.includes('0') && first === last && more.length === 0;
}
