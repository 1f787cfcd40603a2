import type { CsvSettings } from './settings.ts';
import { isSplitField } from './headers.ts';
import type { MappedColumn } from './headers.ts';
import { hasNoAmount, isBlankCell } from './row-view.ts';
import type { RowView } from './row-view.ts';

type RowTest = (row: RowView) => boolean;

/** Whether a row has neither outflow nor inflow; undefined when the amount is one column. */
export function createSplitTest(columns: readonly MappedColumn[]): RowTest | undefined {
  const split = columns.filter(({ field }) => isSplitField(field)).map(({ index }) => index);
  return split.length === 0 ? undefined : (row) => split.every((index) => hasNoAmount(row, index));
}

const SKIPPED_KINDS: ReadonlySet<string> = new Set(['date', 'amount', 'quantity', 'price']);

/**
 * Whether a row is of another kind: a date, amount, quantity or price that every row needs is blank. Parts of a
 * collective booking, balances brought forward and prose look so. Undefined unless the settings ask for it.
 */
export function createIncompleteTest(
  columns: readonly MappedColumn[],
  { skipIncompleteRows }: CsvSettings,
): RowTest | undefined {
  if (!skipIncompleteRows) return undefined;
  const needed = columns
    .filter(({ field, required }) => required && SKIPPED_KINDS.has(field.kind))
    .map(({ index }) => index);
  const isEmptySplit = createSplitTest(columns);
  return (row) => isEmptySplit?.(row) === true || needed.some((index) => isBlankCell(row, index));
}
