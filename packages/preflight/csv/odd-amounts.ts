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
  // A closure for each row, as `some` needs it, costs more than the test.
  return ({ bytes, cells, starts, ends }) => {
    let hasZero = false;
    for (const index of amounts) {
      for (let at = starts[index] ?? 0; index < cells && at < (ends[index] ?? 0); at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte > ZERO && byte <= NINE) return false;
        if (byte === ZERO) hasZero = true;
      }
    }
    return hasZero;
  };
}

const [ZERO, NINE] = [48, 57];

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
