import { chooseColumns } from './choose-columns.ts';
import { matchHeader } from './header-words.ts';
import { createDateProfile } from '../fields/dates.ts';
import { readAmountText } from '../fields/amounts.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { lookAtColumns, readSample } from './sample.ts';
import type { Separator } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { CsvTypeSpec, FieldKey } from '../types/csv-type.ts';
import type { ColumnChoices } from './choose-columns.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';

/** A header row found in the sample, and what its columns are. */
export interface FoundTable {
  separator: Separator;
  /** Physical line of the header, 1-based. */
  line: number;
  looks: ColumnLook[];
  rows: SampleRow[];
  choices: ColumnChoices;
  score: number;
}

/** A header further down than this is not looked for. */
const HEADER_ROWS_MAX = 40;
const BELOW_MAX = 200;
/** How far the words of a header are believed when the rows below do not fit them. */
const WORDS_ALONE_WEIGHT = 0.4;

/**
 * Looks for the header row under every separator: the row whose words and whose columns below
 * fit the import type best; failing that, the one whose words alone do. Undefined when no row
 * names what the type needs.
 */
export function findTable(
  bytes: Buffer,
  spec: CsvTypeSpec,
  accepted: DateRange,
): FoundTable | undefined {
  const samples = SEPARATORS.map((separator) => ({
    separator,
    rows: readSample(bytes, separator, 0),
  }));
  return (
    findBest(samples, spec, accepted, BELOW_MAX) ??
    findBest(samples, spec, accepted, 0, WORDS_ALONE_WEIGHT)
  );
}

function findBest(
  samples: readonly { separator: Separator; rows: SampleRow[] }[],
  spec: CsvTypeSpec,
  accepted: DateRange,
  rowsBelow: number,
  weight = 1,
): FoundTable | undefined {
  let best: FoundTable | undefined;
  for (const { separator, rows } of samples) {
    rows.slice(0, HEADER_ROWS_MAX).forEach((row, index) => {
      if (!looksLikeHeader(row, spec)) return;
      const below = rows.slice(index + 1, index + 1 + rowsBelow);
      const found = judgeHeader(separator, row, below, spec, accepted);
      if (found === undefined) return;
      found.score = found.score * weight - index * 0.002;
      if (found.score > (best?.score ?? 0)) best = found;
    });
  }
  return best;
}

/** Looks at a header row that is already known. */
export function judgeHeader(
  separator: Separator,
  header: SampleRow,
  rows: SampleRow[],
  spec: CsvTypeSpec,
  accepted: DateRange,
): FoundTable | undefined {
  let below = rows.filter((row) => row.cells.length * 2 > header.cells.length);
  let looks = lookAtColumns(header.cells, below, accepted);
  let choices = chooseColumns(spec, looks, below);
  const dated = withDates(below, choices.date?.index, accepted);
  if (dated.length < below.length) {
    below = dated;
    looks = lookAtColumns(header.cells, below, accepted);
    choices = chooseColumns(spec, looks, below);
  }
  const score = scoreChoices(spec, choices);
  if (score === undefined) return undefined;
  return { separator, line: header.line, looks, rows: below, choices, score };
}

/** Balances and totals have no date, and must not blur what the columns of the other rows hold. */
function withDates(
  rows: SampleRow[],
  column: number | undefined,
  accepted: DateRange,
): SampleRow[] {
  if (column === undefined) return rows;
  const dates = createDateProfile(accepted);
  const dated = rows.filter(
    (row) => dates.read((row.cells[column] ?? '').slice(0, 64)).parsed !== 0,
  );
  return dated.length === 0 ? rows : dated;
}

const ROLES: Partial<Record<FieldKey, ColumnRole[]>> = {
  date: ['date'],
  amount: ['amount', 'outflow', 'inflow', 'balance'],
  name: ['name', 'category', 'account'],
  qty: ['qty'],
  ticker: ['ticker'],
  price: ['price'],
};

/** A cheap look: a word for every needed column, and few numbers. */
function looksLikeHeader(row: SampleRow, spec: CsvTypeSpec): boolean {
  const filled = row.cells.filter((cell) => cell !== '' && cell.length <= 80);
  if (filled.length === 0) return false;
  const numbers = filled.filter((cell) => readAmountText(cell) !== 0).length;
  if (numbers * 4 > filled.length) return false;
  return spec.fields.every((field) => {
    if (field.required !== true) return true;
    const roles = ROLES[field.key];
    if (roles === undefined) return filled.some((cell) => cell.toLowerCase().includes(field.key));
    return filled.some((cell) => roles.some((role) => matchHeader(cell, role) > 0));
  });
}

/** Mean confidence of the needed columns, a little more for each other one; undefined if one lacks. */
function scoreChoices(spec: CsvTypeSpec, choices: ColumnChoices): number | undefined {
  let sum = 0;
  let count = 0;
  for (const field of spec.fields) {
    if (field.required !== true || ROLES[field.key] === undefined) continue;
    const split = [choices.outflow, choices.inflow].filter((choice) => choice !== undefined);
    const choice = choices[field.key] ?? (field.key === 'amount' ? split[0] : undefined);
    if (choice === undefined) return undefined;
    sum += choice.confidence;
    count += 1;
  }
  if (count === 0) return undefined;
  return sum / count + Object.keys(choices).length * 0.02;
}
