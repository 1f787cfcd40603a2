import { matchHeader } from './header-words.ts';
import { stateOf } from './state-words.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { sectionOf } from '../csv/read-header.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { NUMBER_FORMATS, readAmountText } from '../fields/amounts.ts';
import { mostFrequent } from '../text.ts';
import { datesWithin } from '../fields/dates.ts';
import { proposeHypotheses } from './hypotheses.ts';
import { firstRows, isWholeSample } from './sample.ts';
import type { Separator } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { Hypothesis, Sought } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';

/** The search for a header stops at this row. */
export const HEADER_ROWS_MAX = 40;
const BELOW_MAX = 200;
/** Weight of the header words if the rows below do not fit them. */
const WORDS_ALONE_WEIGHT = 0.4;

/**
 * The readings of a text under every separator and header row that names what the type needs, best first. If no reading
 * fits the rows below its header, returns those whose header words fit.
 */
export function findHypotheses(sought: Sought): Hypothesis[] {
  const { bytes, accepted } = sought;
  const samples = SEPARATORS.map((separator) => ({
    separator,
    rows: firstRows(bytes, separator),
  }));
  const found = proposeAll(sought, samples, BELOW_MAX, 1);
  if (found.length > 0) return found;
  const bare = samples.flatMap(({ separator, rows }) => {
    const at = findBareTable(rows, accepted);
    const first = rows[at];
    if (first === undefined) return [];
    const header = { line: first.line, cells: first.cells.map(() => '') };
    const below = rows.slice(at, at + BELOW_MAX);
    const whole = isWholeSample(rows, bytes, 0) && at + below.length === rows.length;
    const apart = rows.slice(0, at);
    const table = { separator, hasHeader: false, header, below, apart, whole };
    return proposeHypotheses(table, sought);
  });
  if (bare.length > 0) return bare.sort((one, other) => other.score - one.score);
  return proposeAll(sought, samples, 0, WORDS_ALONE_WEIGHT);
}

/**
 * Where the bookings of a table without a header begin: at the first row with a date and an amount in the layout of
 * most such rows. Lines above them may state the account and its balance; one that fills about as many cells may be a
 * header in unknown words. Returns -1 without such a row.
 */
function findBareTable(rows: readonly SampleRow[], accepted: DateRange): number {
  const dates = datesWithin(accepted);
  const layout = ({ cells }: SampleRow): string => {
    const at = cells.findIndex((cell) => dates.isDate(cell));
    return `${cells.length} ${at} ${(cells[at] ?? '')
      .replace(/\p{L}+/gu, 'a')
      .replace(/\d{3,}/g, 'Y')
      .replace(/\d+/g, '9')}`;
  };
  const data = rows.filter((row) => looksLikeData(row, accepted));
  const usual = mostFrequent(data.map(layout));
  const isUsual = (row: SampleRow): boolean => data.includes(row) && layout(row) === usual;
  const at = rows.findIndex(isUsual);
  const filledOf = ({ cells }: SampleRow): string[] => cells.filter((cell) => cell !== '');
  const width = Math.max(...data.filter(isUsual).map((row) => filledOf(row).length));
  const mayBeHeader = (row: SampleRow): boolean => {
    const filled = filledOf(row);
    return (
      filled.length > 1 && filled.length * 2 > width && !filled.some((cell) => /^\d+$/.test(cell))
    );
  };
  const hasHeader = rows
    .slice(0, Math.max(0, at))
    .some((row) => !data.includes(row) && mayBeHeader(row));
  if (at >= HEADER_ROWS_MAX || hasHeader) return -1;
  return statesBalances(rows.slice(at).filter((row) => data.includes(row))) ? at + 1 : at;
}

/**
 * Whether the first row above bookings, newest first, is none: it has the closing balance of the file, which does not move by it, and
 * the opening balance instead of an amount.
 */
function statesBalances([first, next, ...others]: readonly SampleRow[]): boolean {
  const [older, last] = [others[0], others.at(-1)];
  if (first === undefined || next === undefined || older === undefined || last === undefined)
    return false;
  const columns = [...first.cells.keys()];
  return NUMBER_FORMATS.some((format) => {
    const read = ({ cells }: SampleRow, at: number): number =>
      scaledAmountOf(cells[at] ?? '', format);
    const before = (row: SampleRow, balance: number, amount: number): number =>
      read(row, balance) - read(row, amount);
    return columns.some(
      (balance) =>
        read(first, balance) === read(next, balance) &&
        columns.some(
          (amount) =>
            read(next, amount) !== 0 &&
            before(next, balance, amount) === read(older, balance) &&
            before(last, balance, amount) === read(first, amount),
        ),
    );
  });
}

/** Whether a row has a date and a number, so that it is not a header. */
export function looksLikeData({ cells }: SampleRow, accepted: DateRange): boolean {
  const dates = datesWithin(accepted);
  const isDate = (cell: string): boolean => dates.isDate(cell);
  return cells.some(isDate) && cells.some((cell) => readAmountText(cell) !== 0 && !isDate(cell));
}

function proposeAll(
  sought: Sought,
  samples: readonly { separator: Separator; rows: readonly SampleRow[] }[],
  rowsBelow: number,
  weight: number,
): Hypothesis[] {
  const { bytes, spec, accepted } = sought;
  const all: Hypothesis[] = [];
  for (const { separator, rows } of samples) {
    const texts = rows.map(({ cells }) => cells.join('\n'));
    const titleOf = (at: number): string | undefined => {
      const [title, more] = rows[at - 1]?.cells.filter((cell) => cell !== '') ?? [];
      return more === undefined ? title : undefined;
    };
    const isOfPending = (at: number): boolean => stateOf(titleOf(at) ?? '') === 'pending';
    // Each section of a file has a header, after as many rows as the others have.
    const sectionAt = (index: number): string | undefined =>
      sectionOf(rows[index]?.cells ?? [], rows[index + 1]?.cells ?? []);
    const isSought = (index: number): boolean =>
      index < HEADER_ROWS_MAX || (sectionAt(0) !== undefined && sectionAt(index) !== undefined);
    rows.forEach((header, index) => {
      if (!isSought(index)) return;
      const own = texts[index] ?? '';
      // A page of the statement may start with the header again, and so may the bookings below pending ones.
      const first = texts.findIndex((text, at) => text === own && !isOfPending(at));
      if (index !== (first < 0 ? texts.indexOf(own) : first)) return;
      const isHeader =
        looksLikeHeader(header, spec) || standsLikeHeader(header, rows.slice(index + 1), accepted);
      if (!isHeader) return;
      const section = sectionAt(index);
      // Another table with a title and a header of its own, such as that of reserved bookings, says nothing about this one.
      const other = rows.findIndex(
        (row, at) =>
          at > index &&
          titleOf(at) !== undefined &&
          texts[at] !== own &&
          looksLikeHeader(row, spec),
      );
      const end = Math.min(index + 1 + rowsBelow, other < 0 ? rows.length : other);
      const below = rows.slice(index + 1, end).filter(({ cells: [name] }, at) => {
        const isOfSection = section === undefined || name === section;
        return isOfSection && texts[index + 1 + at] !== own;
      });
      const apart = rows.slice(0, index);
      const whole = isWholeSample(rows, bytes, 0) && end >= rows.length;
      const table = { separator, hasHeader: true, header, below, apart, whole };
      for (const found of proposeHypotheses(table, sought)) {
        const rows = found.rows.length;
        const size = section === undefined ? 0 : Math.min(rows * 0.02, 0.3);
        const empty = rows === 0 || isOfPending(index) ? EMPTY_WEIGHT : 0;
        all.push({ ...found, score: found.score * weight + size - empty - index * 0.002 });
      }
    });
  }
  return all.sort((one, other) => other.score - one.score);
}

/** Subtracted from the score of a header without rows, or below a word for pending: reserved amounts, of which there may be none. */
const EMPTY_WEIGHT = 0.5;

/** For each required field, the roles whose words a header must contain. */
const HEADER_ROLES: Partial<Record<FieldKey, ColumnRole[]>> = {
  date: ['date'],
  amount: ['amount', 'outflow', 'inflow', 'balance'],
  name: ['name', 'category', 'account'],
  qty: ['qty'],
  ticker: ['ticker'],
  price: ['price'],
};

/** A cheap first test: a word for every required column, and few numbers. */
function looksLikeHeader(row: SampleRow, spec: CsvTypeSpec): boolean {
  const filled = row.cells.filter((cell) => cell !== '' && cell.length <= 80);
  if (filled.length === 0) return false;
  const numbers = filled.filter((cell) => readAmountText(cell) !== 0).length;
  if (numbers * 4 > filled.length) return false;
  return spec.fields.every((field) => {
    if (field.required !== true) return true;
    const roles = HEADER_ROLES[field.key];
    if (roles === undefined) return filled.some((cell) => cell.toLowerCase().includes(field.key));
    return filled.some((cell) => roles.some((role) => matchHeader(cell, role) > 0));
  });
}

/** A header in an unknown language: only texts, above a row with a date and a number, or a balance before such a row. */
function standsLikeHeader(
  header: SampleRow,
  below: readonly SampleRow[],
  accepted: DateRange,
): boolean {
  const filled = header.cells.filter((cell) => cell !== '');
  if (filled.length < HEADER_CELLS_MIN || filled.some((cell) => /\d/.test(cell))) return false;
  const [first, second] = below.filter((row) => row.cells.length === header.cells.length);
  if (first === undefined || first !== below[0]) return false;
  if (looksLikeData(first, accepted)) return true;
  const hasNumber = first.cells.some((cell) => readAmountText(cell) !== 0);
  return hasNumber && second !== undefined && looksLikeData(second, accepted);
}

/** With fewer cells, a header would look like prose. */
const HEADER_CELLS_MIN = 3;
