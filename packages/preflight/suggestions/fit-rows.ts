import { profileRows } from '../csv/check-rows.ts';
import { footerWarning, losesBooking } from '../csv/footer-warning.ts';
import { readTable } from '../csv/read-header.ts';
import { readingOf } from '../csv/read-row.ts';
import { isFigureLabel } from '../evidence/stated-totals.ts';
import { isNoValue } from '../fields/no-value.ts';
import { plainWords } from './header-words.ts';
import { amountColumns } from './score-columns.ts';
import { mapColumns, withStates } from '../csv/headers.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { ColumnMapping } from '../csv/headers.ts';
import type { Table } from '../csv/read-header.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Hypothesis, Sought } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { Warning } from '../warnings/warning.ts';

/** All rows of an upload, as a reading interprets them. */
export interface FittedRows {
  settings: CsvSettings;
  profile: RowsProfile;
  /** Lines to leave out at the end, how sure that is, and the evidence against it. */
  footer?: { rows: number; confidence: number; warning: Warning | undefined };
  /** Whether to leave out rows of another kind, and how sure that is. */
  skip?: { confidence: number };
}

/** Reads all rows of a table under the settings, except those that the sample shows to be no bookings. */
export function readAll(
  { spec, accepted }: Omit<Sought, 'bytes'>,
  settings: CsvSettings,
  table: Table,
  found?: Hypothesis,
): { mapping: ColumnMapping; profile: RowsProfile } {
  const mapping = withStates(spec, mapColumns(spec, settings, table.header), found);
  return { mapping, profile: profileRows(table.source, mapping, { spec, accepted, settings }) };
}

/** Leaves out rows that are not bookings: rows of another kind in between, and a footer. */
export function fitRows(
  context: Sought,
  table: Table,
  found: Hypothesis,
  start: { settings: CsvSettings; profile: RowsProfile },
): FittedRows {
  const cut = cutFooter(context, table, found, start);
  if (cut.settings.skipIncompleteRows || !hasBlanks(cut.profile)) return cut;
  const settings = { ...start.settings, skipIncompleteRows: true };
  const { profile } = readAll(context, settings, table, found);
  const kept = profile.rowsCount - profile.leftOut.count;
  if (kept === 0 || !formPattern(profile, found)) return cut;
  const confidence = Math.max(0.5, Math.min(0.9, kept / profile.rowsCount));
  return { ...cutFooter(context, table, found, { settings, profile }), skip: { confidence } };
}

/** Whether a cell that every booking needs is blank. */
function hasBlanks({ checks, emptySplits }: RowsProfile): boolean {
  return (
    emptySplits.count > 0 ||
    checks.some(({ column, blanks }) => column.required && blanks.count > 0)
  );
}

/** With this many rows it is no coincidence. */
const PATTERN_ROWS_MIN = 3;
/** How many bookings there must be for each row that only informs and moves no money. */
const BOOKINGS_EACH = 2;
/** A row of another kind has at most this share of a booking's cells. */
const SPARSE_SHARE_MAX = 0.75;

/** Whether such rows form a pattern: parts of collective bookings, balances and prose occur several times, or have far fewer cells. */
function formPattern({ rowsCount, leftOut }: RowsProfile, { below, choices }: Hypothesis): boolean {
  const { count: incomplete = 0, lines = [] } = leftOut.reasons.incomplete ?? {};
  if (incomplete >= PATTERN_ROWS_MIN) return true;
  const filled = (row: SampleRow): number => row.cells.filter((cell) => cell !== '').length;
  const { date } = choices;
  const amounts = amountColumns(choices);
  const has = (row: SampleRow, index: number | undefined): boolean =>
    index !== undefined && !isNoValue(row.cells[index] ?? '');
  const isWhole = (row: SampleRow): boolean =>
    has(row, date?.index) && amounts.some((at) => has(row, at));
  const whole = below
    .filter(isWhole)
    .map(filled)
    .sort((one, other) => one - other);
  const median = whole[whole.length >> 1] ?? 0;
  // So few that the tally lists them all; a row without a date may be pending.
  const others = below.filter(({ line }) => lines.includes(line));
  const isTotal = (row: SampleRow): boolean => row.cells.some(isFigureCell);
  const movesNothing = (row: SampleRow): boolean =>
    rowsCount >= incomplete * (1 + BOOKINGS_EACH) && amounts.every((at) => !has(row, at));
  return (
    others.length > 0 &&
    others.every(
      (row) => filled(row) <= median * SPARSE_SHARE_MAX || isTotal(row) || movesNothing(row),
    )
  );
}

function isFigureCell(cell: string): boolean {
  return cell.length <= FIGURE_CHARS_MAX && isFigureLabel(plainWords(cell));
}

/** Texts longer than the label of a total are prose. */
const FIGURE_CHARS_MAX = 40;
const FOOTER_ROWS_MAX = 12;

/**
 * In a table without a header, the last row is not a booking if it alone has fewer cells than all others and no name:
 * it states the account and its balance. Returns 1 or 0.
 */
function narrowTail({ hasHeader, below, choices }: Hypothesis): number {
  const last = below.at(-1);
  const width = below[0]?.cells.length ?? 0;
  if (hasHeader || last === undefined || below.length <= WIDTHS_MIN) return 0;
  const isNarrow =
    last.cells.length < width && (last.cells[choices.name?.index ?? -1] ?? '') === '';
  return isNarrow && below.every((row) => row === last || row.cells.length === width) ? 1 : 0;
}

/** How many rows make a width usual. */
const WIDTHS_MIN = 3;

/** Leaves out the rows without a date at the end, and decides the formats without them. */
function cutFooter(
  context: Sought,
  table: Table,
  found: Hypothesis,
  start: { settings: CsvSettings; profile: RowsProfile },
): FittedRows {
  const { profile } = start;
  const { trailingFaults: faulty, unbookedTail } = profile;
  const rows = unbookedTail || faulty || narrowTail(found);
  if (rows === 0 || rows > Math.max(FOOTER_ROWS_MAX, unbookedTail) || rows >= profile.rowsCount)
    return start;
  const footer = start.settings.footerRowsToSkip + rows;
  const settings = { ...start.settings, footerRowsToSkip: footer };
  const shorter = readTable(context.bytes, settings);
  const { mapping, profile: again } = readAll(context, settings, shorter, found);
  const sameHeader = shorter.header.cells.join('\n') === table.header.cells.join('\n');
  // Totals may stand above what is not booked yet, and above a summary.
  const isFaulty = again.trailingFaults > again.trailingTotals && unbookedTail === 0;
  if (isFaulty || !sameHeader) return start;
  const confidence = profile.rowsCount > rows * 3 ? 0.8 : 0.5;
  const reading = readingOf(context, settings, mapping, again);
  if (unbookedTail === 0 && faulty > 0 && losesBooking(shorter.source, reading)) return start;
  const warning = footerWarning(shorter.source, reading);
  return { settings, profile: again, footer: { rows: footer, confidence, warning } };
}
