import { excerpt } from '../text.ts';
import { sideOfWord, wordsOfValue } from '../types/side-of-word.ts';
import { directionOf } from '../suggestions/direction-words.ts';
import { trimmedText } from './row-view.ts';
import type { RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';
import type { Problem } from '../problem-list.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';
import type { ColumnMapping } from './headers.ts';

/** At most this many distinct values of the column are remembered. */
const VALUES_MAX = 50;

/** A check of the column that tells inflows from outflows; undefined unless the strategy is `custom_column` and the column exists. */
export function createInflowCheck(mapping: ColumnMapping, settings: CsvSettings) {
  const { inflowValue, outflowValue } = settings;
  const named = inflowValue ?? outflowValue;
  if (settings.strategy !== 'custom_column' || named === undefined) return undefined;
  const column = mapping.columns.find((one) => one.field.key === 'entity_type');
  if (column === undefined) return undefined;
  const [side, otherSide] =
    inflowValue === undefined ? (['out', 'in'] as const) : (['in', 'out'] as const);
  const wanted = named.trim();
  const words = [wanted, ...wordsOfValue(wanted)].map((word) => word.toLowerCase());
  const { header } = column;
  const values = new Set<string>();
  let matches = 0;
  let rows = 0;
  return {
    profile(row: RowView): void {
      rows += 1;
      const value = trimmedText(row, column.index);
      if (sideOfWord(value, settings) === side) matches += 1;
      else if (values.size < VALUES_MAX) values.add(value);
    },
    /** A value that differs from the named words only in letter case or white space. */
    problem(): Problem | undefined {
      if (matches > 0) return undefined;
      const near = [...values].find((value) => words.includes(value.toLowerCase()));
      if (near === undefined) return undefined;
      return {
        code: 'invalid_amount_type',
        message: `No row of column "${excerpt(header)}" equals the ${side}flow value "${excerpt(wanted)}", but some hold "${excerpt(near)}"`,
        column: column.header,
        value: near,
      };
    },
    warning(): Warning | undefined {
      if (rows === 0 || (inflowValue !== undefined && outflowValue !== undefined)) return undefined;
      if (matches === 0) {
        return warning(`no_${side}flow_word`, { column: excerpt(header), word: excerpt(wanted) });
      }
      return warnOfOthers();
    },
  };

  /** With two values, one is money in and the other money out; a third may be neither. */
  function warnOfOthers(): Warning | undefined {
    const unclear = [...values].filter((value) => directionOf(value) !== otherSide);
    if (values.size < 2 || unclear.length === 0) return undefined;
    const listed = unclear.slice(0, VALUES_LISTED_MAX).map((value) => `"${excerpt(value)}"`);
    const words = listed.join(', ');
    return warning(`other_${otherSide}flow_words`, { column: excerpt(header), words });
  }
}

const VALUES_LISTED_MAX = 5;

export type InflowCheck = NonNullable<ReturnType<typeof createInflowCheck>>;
