import { remember } from '../remember.ts';
import { trimmedText } from '../csv/row-view.ts';
import { isoDay } from '../days.ts';
import { readAmountText } from '../fields/amounts.ts';
import { dayOfYear, statedPeriods } from '../fields/stated-periods.ts';
import { excerpt } from '../text.ts';
import { HEADER_ROWS_MAX } from '../suggestions/find-table.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { isWholeSample } from '../suggestions/sample.ts';
import { spanOf } from '../suggestions/years-first.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { DateRange } from '../fields/dates.ts';
import type { StatedPeriod } from '../fields/stated-periods.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/**
 * Completes the dates of a table that lack the year, or year and month, with the period that the lines above or below
 * the table state. Every row keeps its line. Undefined where the dates have years, or where no stated period fits all
 * of them.
 */
export function completeDays(text: SeparatedText): Relaid | undefined {
  const table = findTable(text.rows, isWholeSample(text.rows, text.bytes, 0));
  const read = table && fitPeriod(table, text.accepted);
  if (table === undefined || read === undefined) return undefined;
  const bytes = writeDays(text, table, read.complete);
  const { days } = read;
  const [from, to] = [isoDay(Math.min(...days)), isoDay(Math.max(...days))];
  const values = { text: excerpt(read.text), from, to };
  return { bytes, warnings: [warning('days_without_year', values)] };
}

/** A day without its year. */
interface BareDay {
  day: number;
  /** A name or a number; undefined if there is only a day. */
  month: string | undefined;
  /** Whether day and month may be the other way round. */
  isTurnable: boolean;
  time: string;
}

const BARE_DAY =
  /^'?(?:(?<day>\d{1,2})(?:\.? ?(?:de )?|[/-])(?<name>\p{L}{3,12})\.?|(?<before>\p{L}{3,12})\.?[ -]?(?<after>\d{1,2})|(?<one>\d{1,2})[./ -] ?(?<two>\d{1,2})\.?|(?<joined>\d{1,2}(?=\d\d$))(?<rest>\d\d)|(?<alone>\d{1,2})\.?)(?<time> \d{1,2}:\d{2}(?::\d{2})?)?'?$/u;

function bareDay(cell: string): BareDay | undefined {
  const parts = BARE_DAY.exec(cell)?.groups;
  if (parts === undefined) return undefined;
  const { name = parts.before, one = parts.joined, two = parts.rest, time = '' } = parts;
  const day = Number(parts.day ?? parts.after ?? one ?? parts.alone);
  return { day, month: name ?? two, isTurnable: two !== undefined, time };
}

/** Whether most cells are amounts, or there is none. */
function areAmounts(cells: readonly string[]): boolean {
  const amounts = cells.filter((cell) => readAmountText(cell) !== 0 && bareDay(cell) === undefined);
  return amounts.length * 2 >= cells.length;
}

interface BareTable {
  headerLine: number;
  /** The columns of days without years; that of the bookings comes first. */
  columns: number[];
  cells: string[];
  /** The texts of the lines around it, which are not its rows. */
  around: string[];
}

/** The first table in which all columns of dates hold days without years. */
function findTable(rows: readonly SampleRow[], isWhole: boolean): BareTable | undefined {
  for (const [at, { line, cells }] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    if (cells.length < 3) continue;
    const below = rows.slice(at + 1);
    const filled = (column: number): string[] =>
      below.flatMap(({ cells: own }) =>
        own.length === cells.length && own[column] !== '' ? [own[column] ?? ''] : [],
      );
    const named = cells.flatMap((cell, column) =>
      // "Valor" is a day in some headers, and an amount in others.
      cell !== '' && matchHeader(cell, 'date') > 0 && !areAmounts(filled(column)) ? [column] : [],
    );
    if (named.length === 0) continue;
    const isBare = (column: number): boolean => {
      const days = filled(column);
      const bare = days.filter((cell) => bareDay(cell) !== undefined);
      return bare.length * 2 > days.length;
    };
    if (!named.every(isBare)) continue;
    const [main = 0] = named.sort(
      (one, other) =>
        matchHeader(cells[other] ?? '', 'date') - matchHeader(cells[one] ?? '', 'date'),
    );
    const isRow = ({ cells: own }: SampleRow): boolean => bareDay(own[main] ?? '') !== undefined;
    const ends = below.findLastIndex(isRow) + 1;
    const around = [...rows.slice(0, at), ...(isWhole ? below.slice(ends) : [])];
    const texts = around.map((row) => row.cells.filter((cell) => cell !== '').join(' '));
    return { headerLine: line, columns: named, cells: filled(main), around: texts };
  }
  return undefined;
}

type Complete = (day: BareDay) => number | undefined;
interface FittedPeriod {
  text: string;
  days: number[];
  complete: Complete;
}

/** Purchases may be booked some weeks after they were made. */
const DAYS_OUTSIDE_MAX = 31;

/** The period that fits the days of the column. If it is stated less exactly, no other period may give other days. */
function fitPeriod({ cells, around }: BareTable, accepted: DateRange): FittedPeriod | undefined {
  const bare = cells.flatMap((cell) => bareDay(cell) ?? []);
  let found: FittedPeriod | undefined;
  for (const period of statedPeriods(around)) {
    if (period.first < accepted.first || period.first > accepted.last) continue;
    const last = Math.min(period.last, accepted.last);
    const fitted = inOrder(bare, { ...period, last });
    if (fitted === undefined) continue;
    if (period.isExact) return fitted;
    if (found !== undefined && fitted.days.join() !== found.days.join()) return undefined;
    found = fitted;
  }
  return found;
}

/** Reads day and month in the order that fits the period; undefined if neither does, or if both do and span as many days. */
function inOrder(bare: readonly BareDay[], period: StatedPeriod): FittedPeriod | undefined {
  const [first, second] = [false, true]
    .map((isTurned): FittedPeriod & { isFit: boolean } => {
      const complete: Complete = (day) => nearestDay(isTurned ? turned(day) : day, period);
      const days = bare.map((day) => complete(day) ?? NaN);
      const inside = days.filter((day) => day >= period.first && day <= period.last);
      const least = period.isExact ? days.length / 2 : days.length;
      const isFit = inside.length >= least && !days.some(Number.isNaN);
      return { text: period.text, days, complete, isFit };
    })
    .filter(({ isFit }) => isFit)
    .sort((one, other) => spanOf(one.days) - spanOf(other.days));
  if (first === undefined || second === undefined) return first;
  const isSame = first.days.join() === second.days.join();
  return isSame || spanOf(first.days) < spanOf(second.days) ? first : undefined;
}

function turned(bare: BareDay): BareDay {
  return bare.isTurnable ? { ...bare, day: Number(bare.month), month: String(bare.day) } : bare;
}

/** The day in the period, or the one nearest to it. A day alone must be in the only month of the period that has it. */
function nearestDay({ day, month }: BareDay, period: StatedPeriod): number | undefined {
  const outside = (one: number): number => Math.max(period.first - one, one - period.last, 0);
  const from = new Date(period.first * 86_400_000).getUTCFullYear() - 1;
  const to = new Date(period.last * 86_400_000).getUTCFullYear() + 1;
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const months = month === undefined ? Array.from({ length: 12 }, (_, at) => `${at + 1}`) : [month];
  const days = years
    .flatMap((year) => months.map((one) => dayOfYear(day, one, year)))
    .filter((one) => one !== undefined)
    .sort((one, other) => outside(one) - outside(other));
  const [best, next] = days;
  if (best === undefined) return undefined;
  if (next !== undefined && outside(next) === outside(best)) return undefined;
  if (month === undefined) return outside(best) === 0 ? best : undefined;
  return outside(best) <= DAYS_OUTSIDE_MAX ? best : undefined;
}

/** The text with the days of the table in ISO notation. Throws MalformedCsvError. */
function writeDays(
  text: SeparatedText,
  { headerLine, columns }: BareTable,
  complete: Complete,
): Uint8Array {
  const written = remember((cell): string | undefined => {
    const bare = bareDay(cell);
    const day = bare && complete(bare);
    return day === undefined ? undefined : `${isoDay(day)}${bare?.time ?? ''}`;
  });
  return rewriteText(text, (row) => {
    if (row.line <= headerLine) return undefined;
    const days = new Map<number, string>();
    for (const column of columns) {
      const cell = trimmedText(row, column);
      if (cell.length > DAY_CHARS_MAX) continue;
      const date = written(cell);
      if (date !== undefined) days.set(column, date);
    }
    return days;
  });
}

/** A longer cell is not a day. */
const DAY_CHARS_MAX = 40;
