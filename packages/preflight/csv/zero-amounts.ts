import { hasDigit } from '../bytes.ts';
import type { ImportType } from '../report.ts';
import type { MappedColumn } from './headers.ts';
import { hasWorth } from './row-view.ts';
import type { RowView } from './row-view.ts';

/**
 * Whether all amounts of a row are zero: banks list notices among the bookings so, and a charge that was waived. Undefined for types of
 * which zero says nothing.
 */
export function createZeroTest(
  columns: readonly MappedColumn[],
  type: ImportType,
): ((row: RowView) => boolean) | undefined {
  if (type !== 'TransactionImport') return undefined;
  const amounts = columns.filter(({ field }) => field.kind === 'amount').map(({ index }) => index);
  return (row) =>
    !amounts.some((index) => hasWorth(row, index)) &&
    amounts.some(
      (index) =>
        index < row.cells && hasDigit(row.bytes, row.starts[index] ?? 0, row.ends[index] ?? 0),
    );
}
