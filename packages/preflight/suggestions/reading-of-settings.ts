import { lineAt } from '../csv/lines.ts';
import { turnsSigns } from '../csv/settings.ts';
import { sideOfWord } from '../types/side-of-word.ts';
import { bookedRows } from './booked-rows.ts';
import { dateReader } from './hypotheses.ts';
import { proveByBalance } from './prove-by-balance.ts';
import { proveByFigures } from './prove-by-figures.ts';
import { firstRows, isWholeSample, lookAtColumns, readSample } from './sample.ts';
import type { Table } from '../csv/read-header.ts';
import type { DateRange } from '../fields/dates.ts';
import type { ColumnMapping } from '../csv/headers.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Hypothesis, TableSample } from './hypotheses.ts';
import type { AsRead } from './prove-by-balance.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnChoices } from './score-columns.ts';

/** How many rows above and below the table are examined. */
const APART_ROWS_MAX = 40;

/** The sample below the header row that the settings point to. */
export function sampleTable(bytes: Uint8Array, table: Table, settings: CsvSettings): TableSample {
  const { start } = table.source;
  const { separator } = settings;
  const all = readSample(bytes.subarray(0, start.to), separator, start.from, start.line);
  const cells = table.header.cells.map((cell) => cell.trim());
  const header = { line: 0, cells };
  const { section } = table.source;
  const below = section === undefined ? all : all.filter(({ cells: [name] }) => name === section);
  const whole = isWholeSample(all, bytes.subarray(0, start.to), start.from);
  const above =
    settings.rowsToSkip === 0 ? [] : firstRows(bytes, separator).slice(0, APART_ROWS_MAX);
  const behind =
    settings.footerRowsToSkip === 0
      ? []
      : readSample(bytes, separator, start.to, lineAt(bytes, start.to)).slice(0, APART_ROWS_MAX);
  const apart = [...above.filter(({ line }) => line <= settings.rowsToSkip), ...behind];
  return { separator, hasHeader: settings.hasHeader, header, below, apart, whole };
}

/** The reading under the settings; undefined if a required column is missing. */
export function readingOfSettings(
  sample: TableSample,
  mapping: ColumnMapping,
  settings: CsvSettings,
  accepted: DateRange,
): Hypothesis | undefined {
  if (mapping.missingRequiredHeaders.length > 0 || mapping.problems.length > 0) return undefined;
  const choices: ColumnChoices = {};
  for (const { field, index } of mapping.columns) choices[field.key] = { index, confidence: 1 };
  const dated = datedRows(sample.below, choices.date?.index, accepted);
  const asRead = createAsRead(settings, choices);
  const seen = lookAtColumns(sample.header.cells, dated, accepted);
  const { rows, ...shown } =
    settings.unbookedRows === 'import'
      ? { rows: dated, states: new Map(), figures: [] }
      : bookedRows({ looks: seen, rows: dated, choices }, asRead);
  const looks = rows === dated ? seen : lookAtColumns(sample.header.cells, rows, accepted);
  const proof = proveByBalance({ looks, rows, choices }, asRead);
  const turned = choices.amount !== undefined && turnsSigns(settings);
  const reading = { ...sample, looks, rows, choices, ...shown, score: 1 };
  if (proof === undefined) {
    const total = proveByFigures(reading, asRead);
    if (total === undefined) return reading;
    if (total.reversed === undefined) return { ...reading, total };
    return { ...reading, total: { ...total, reversed: total.reversed !== turned } };
  }
  // The proof is about the amounts as the file writes them, before the settings turn their sign.
  const reversed = turned ? !proof.reversed : proof.reversed;
  return { ...reading, proof: { ...proof, reversed } };
}

/** Rows with balances and totals have no date, and must not distort the statistics of the columns. */
function datedRows(
  rows: readonly SampleRow[],
  column: number | undefined,
  accepted: DateRange,
): readonly SampleRow[] {
  if (column === undefined) return rows;
  const isDated = dateReader(accepted);
  const dated = rows.filter((row) => isDated(row, column));
  return dated.length === 0 ? rows : dated;
}

/** Returns a function that signs the amount of a row as the settings say. */
export function createAsRead(settings: CsvSettings, choices: ColumnChoices): AsRead {
  const { strategy, signage } = settings;
  const words = choices.entity_type?.index;
  if (strategy === 'custom_column' && words !== undefined) {
    return (row, amount) => {
      const side = sideOfWord(row.cells[words] ?? '', settings);
      if (side === undefined) return NaN;
      const isInflow = (side === 'in') !== (signage === 'inflows_negative');
      return isInflow ? Math.abs(amount) : -Math.abs(amount);
    };
  }
  const isSplit = choices.outflow !== undefined || choices.inflow !== undefined;
  return (_, amount) => (signage === 'inflows_negative' && !isSplit ? -amount : amount);
}
