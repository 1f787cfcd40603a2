import { hasDigit } from '../bytes.ts';
import type { ImportType } from '../report.ts';
import { hasWorth } from './row-view.ts';
import type { MappedColumn } from './headers.ts';
import type { RowView } from './row-view.ts';

/**
 * A test for rows whose amounts are all zero, as banks list notices and waived charges among the bookings. Undefined
 * for types in which zero means nothing special.
 */
export function createZeroTest(
  columns: readonly MappedColumn[],
  type: ImportType,
): ((row: RowView) => boolean) | undefined {
  if (type !== 'TransactionImport') return undefined;
  const amounts = columns.filter(({ field }) => field.kind === 'amount').map(({ index }) => index);
  const hasZero = ({ bytes, cells, starts, ends }: RowView): boolean =>
    amounts.some((at) => at < cells && hasDigit(bytes, starts[at] ?? 0, ends[at] ?? 0));
  return (row) => {
    // A closure for each row, as `some` needs it, costs more than the test.
    for (const at of amounts) if (hasWorth(row, at)) return false;
    return hasZero(row);
  };
}

/** A test for rows that state both money out and money in. Undefined unless there is a column for each. */
export function createTwoSidedTest(
  columns: readonly MappedColumn[],
): ((row: RowView) => boolean) | undefined {
  const [out, into] = (['outflow', 'inflow'] as const).map(
    (side) => columns.find(({ field }) => field.key === side)?.index,
  );
  if (out === undefined || into === undefined || out === into) return undefined;
  return (row) => hasWorth(row, out) && hasWorth(row, into);
}
