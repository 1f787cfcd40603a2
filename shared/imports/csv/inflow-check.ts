import { excerpt } from '../../text.ts';
import { trimmedText } from './row-view.ts';
import type { RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';
import type { Problem } from '../problem-list.ts';
import type { ColumnMapping } from './headers.ts';

/** Distinct values of the column that are remembered. */
const VALUES_MAX = 50;

/** The column that tells inflows from outflows, as a whole. */
export interface InflowCheck {
  profile(row: RowView): void;
  /** A value that only differs from the inflow value in letter case or blanks. */
  problem(): Problem | undefined;
  warning(): string | undefined;
}

/** Undefined unless the strategy is `custom_column` and its column is there. */
export function createInflowCheck(
  mapping: ColumnMapping,
  settings: CsvSettings,
): InflowCheck | undefined {
  const { inflowValue } = settings;
  if (settings.strategy !== 'custom_column' || inflowValue === undefined) return undefined;
  const column = mapping.columns.find((one) => one.field.key === 'entity_type');
  if (column === undefined) return undefined;
  const wanted = inflowValue.trim();
  const quoted = `"${excerpt(column.header)}"`;
  const values = new Set<string>();
  let matches = 0;
  let rows = 0;
  return {
    profile(row) {
      rows += 1;
      const value = trimmedText(row, column.index);
      if (value === wanted) matches += 1;
      else if (values.size < VALUES_MAX) values.add(value);
    },
    problem() {
      if (matches > 0) return undefined;
      const near = [...values].find((value) => value.toLowerCase() === wanted.toLowerCase());
      if (near === undefined) return undefined;
      return {
        code: 'invalid_amount_type',
        message: `No row of column ${quoted} equals the inflow value "${excerpt(wanted)}", but some hold "${excerpt(near)}"`,
        column: column.header,
        value: near,
      };
    },
    warning() {
      if (matches > 0 || rows === 0) return undefined;
      return `No row of column ${quoted} holds the inflow value "${excerpt(wanted)}": every row would be an outflow.`;
    },
  };
}
