import { hasDigit } from '../bytes.ts';
import { isFigure, isFigureLabel } from '../evidence/stated-totals.ts';
import { readAmountText } from '../fields/amounts.ts';
import { isCurrency } from '../fields/other-units.ts';
import { isNoValue } from '../fields/no-value.ts';
import { isMemo } from '../suggestions/booked-rows.ts';
import { excerpt, listed } from '../text.ts';
import { remember } from '../remember.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { isMarkedPending, stateOf } from '../suggestions/state-words.ts';
import { isSparseAmount, isSplitField } from './headers.ts';
import {
  createNeutralJudge,
  createUnitJudge,
  isPeriod,
  judgeByWord,
  LEFT_OUT_REASONS,
  WORDS_MAX,
} from './left-out-words.ts';
import { createPendingTaker, createReservedJudge, findDay, unbookedIn } from './pending-rows.ts';
import { createTwoSidedTest } from './odd-amounts.ts';
import { hasNoAmount, isBlankCell, trimmedText } from './row-view.ts';
import type { MappedColumn } from './headers.ts';
import type { LeftOut, LeftOutReason, RowJudge } from './left-out-words.ts';
import type { BookingState } from '../suggestions/state-words.ts';
import type { RowView } from './row-view.ts';
import type { CsvSettings } from './settings.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

type RowTest = (row: RowView) => boolean;

/** Other letters have bytes above it, digits below. */
const LETTER_A = 65;

/** A test for rows with no outflow, no inflow and no fee; undefined if the amount is one column. */
export function createSplitTest(columns: readonly MappedColumn[]): RowTest | undefined {
  if (!columns.some(({ field }) => isSplitField(field))) return undefined;
  const sparse = columns.filter(({ field }) => isSparseAmount(field)).map(({ index }) => index);
  return (row) => sparse.every((index) => hasNoAmount(row, index));
}

/**
 * Decides why a row is left out, or imported as pending; the first reason counts. Every reader of rows uses this, so
 * that checks, samples, balances and imported rows agree. Reasons that cannot occur in the file cost nothing.
 */
export function createLeftOutJudge(
  columns: readonly MappedColumn[],
  settings: CsvSettings,
  section?: string,
): RowJudge | undefined {
  const judges = [
    section === undefined ? undefined : createSectionJudge(section),
    createStateJudge(columns, settings),
    createVoidJudge(columns, settings),
    createReservedJudge(columns, settings),
    createDateJudge(columns, settings),
    createFigureJudge(columns),
    createNamelessJudge(columns),
    createIncompleteJudge(columns, settings),
    createNeutralJudge(columns, settings),
    createUnitJudge(columns, settings),
  ].filter((judge) => judge !== undefined);
  if (judges.length === 0) return undefined;
  const takePending = createPendingTaker(columns, settings);
  return (row) => {
    let pending: LeftOut | undefined;
    for (let at = 0; at < judges.length; at += 1) {
      const leftOut = judges[at]?.(row);
      if (leftOut === undefined) continue;
      // A row that is imported as pending has a date and an amount.
      if (leftOut.reason === 'incomplete' && pending !== undefined) continue;
      if (leftOut.reason !== 'pending' || takePending === undefined) return leftOut;
      pending ??= takePending(row, leftOut);
      if (pending.dateAt === undefined) return pending;
    }
    return pending;
  };
}

/** Rows of other sections than the one that is read. */
function createSectionJudge(section: string): RowJudge {
  return (row) => {
    const word = trimmedText(row, 0);
    return word === section ? undefined : { reason: 'section', word };
  };
}

/** Rows that a column of states or their text calls pending or not booked, unless the balance says otherwise. */
function createStateJudge(
  columns: readonly MappedColumn[],
  settings: Pick<CsvSettings, 'unbookedRows'>,
): RowJudge | undefined {
  const status = columns.find(({ field }) => field.key === 'status');
  const column = status ?? columns.find(({ states }) => (states?.size ?? 0) > 0);
  if (column === undefined || settings.unbookedRows === 'import') return undefined;
  const known = [...(column.states?.values() ?? [])];
  const stateOfText = (word: string): BookingState | undefined => {
    if (isMarkedPending(word)) return 'pending';
    const state = stateOf(word);
    return state === 'not_booked' && known.includes(state) ? state : undefined;
  };
  return judgeByWord(column, (word) => {
    const said = status === undefined ? stateOfText : stateOf;
    const reason = column.states?.get(word) ?? said(word);
    if (reason === undefined || reason === 'booked') return undefined;
    return { reason, word, ...(column.counted?.has(word) === true && { isCounted: true }) };
  });
}

/** Rows with a day of cancellation, and those that a column of credits and debits calls memos. */
function createVoidJudge(
  columns: readonly MappedColumn[],
  { unbookedRows }: Pick<CsvSettings, 'unbookedRows'>,
): RowJudge | undefined {
  const { cancelledAt = -1, memosAt = -1 } =
    columns.find(({ field }) => field.key === 'date') ?? {};
  if (Math.max(cancelledAt, memosAt) < 0 || unbookedRows === 'import') return undefined;
  return (row) => {
    const { bytes, cells, starts, ends } = row;
    const isShown = cancelledAt >= 0 && cancelledAt < cells;
    if (isShown && hasDigit(bytes, starts[cancelledAt] ?? 0, ends[cancelledAt] ?? 0))
      return { reason: 'not_booked' };
    const word = memosAt < 0 ? '' : trimmedText(row, memosAt);
    return isMemo(word) ? { reason: 'not_booked', word } : undefined;
  };
}

/**
 * Rows whose date cell says "Pending", "Pending - 05/30/2025" or "Total", repeats its header or, in a row without a name, is a currency or a period, or has another text where the row has money out and money in;
 * and rows with an amount but a date only elsewhere.
 */
function createDateJudge(
  columns: readonly MappedColumn[],
  { unbookedRows }: Pick<CsvSettings, 'unbookedRows'>,
): RowJudge | undefined {
  const isImported = unbookedRows === 'import';
  const date = columns.find(({ field }) => field.kind === 'date' && field.required === true);
  if (date === undefined) return undefined;
  const amounts = columns.filter(({ field }) => field.kind === 'amount').map(({ index }) => index);
  const judge = remember((word): LeftOut | undefined => {
    if (word === date.header.trim()) return { reason: 'header', word };
    const state = stateOf(word);
    if (state === 'pending' || state === 'not_booked')
      return isImported ? undefined : { reason: state, word };
    return isFigureLabel(plainWords(word)) ? { reason: 'total', word } : undefined;
  });
  const name = columns.find(({ field }) => field.key === 'name')?.index;
  // A booking has a name, whatever its date cell says.
  const judgeNameless = (row: RowView, word: string): LeftOut | undefined => {
    if (name === undefined || /\p{L}/u.test(trimmedText(row, name))) return undefined;
    const isTotal = isFigureLabel(plainWords(word)) || isCurrency(word) || isPeriod(word);
    return isTotal ? { reason: 'total', word } : undefined;
  };
  const isTwoSided = createTwoSidedTest(columns);
  const { index } = date;
  // Apart from the test of each row: V8 allocates memory whenever it enters a function whose closures use its parameter.
  const judgeUndated = (row: RowView): LeftOut | undefined => {
    const text = trimmedText(row, index);
    if (text !== '' && isTwoSided?.(row) === true) return { reason: 'total', word: text };
    if (!isNoValue(text)) return judge(text) ?? judgeNameless(row, text);
    const isAmount = (at: number): boolean => readAmountText(trimmedText(row, at)) !== 0;
    if (isImported || findDay(row) === undefined || !amounts.some(isAmount)) return undefined;
    return unbookedIn(row);
  };
  return (row) => {
    // Checks the bytes: most cells of dates have digits, and those next to a name need not be decoded.
    const isFilled = index < row.cells;
    if (!isFilled || !hasDigit(row.bytes, row.starts[index] ?? 0, row.ends[index] ?? 0))
      return judgeUndated(row);
    if ((row.bytes[row.starts[index] ?? 0] ?? 0) >= LETTER_A) {
      const word = trimmedText(row, index);
      // Days have many texts, and the words before them few.
      return judge(word.slice(0, word.search(/ - \d|\d/)));
    }
    const isBare = name !== undefined && isBlankCell(row, name);
    return isBare ? judgeNameless(row, trimmedText(row, index)) : undefined;
  };
}

/**
 * Rows of balances and totals that only their text distinguishes from bookings, in a file that has such rows; in any
 * other file only those that have both money out and money in.
 */
function createFigureJudge(columns: readonly MappedColumn[]): RowJudge | undefined {
  const isTwoSided = createTwoSidedTest(columns);
  const hasFigures = columns.some((column) => column.hasFigures);
  const texts = columns
    .filter((column) => (hasFigures ? column.hasFigures : column.field.key === 'name'))
    .map(({ index }) => index);
  if (texts.length === 0 || (!hasFigures && isTwoSided === undefined)) return undefined;
  const judge = remember((word): LeftOut | undefined =>
    isFigure(word) ? { reason: 'total', word } : undefined,
  );
  return (row) => {
    if (!hasFigures && isTwoSided?.(row) !== true) return undefined;
    for (const index of texts) {
      const verdict = judge(trimmedText(row, index));
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  };
}

/** Rows without a name that another column, which labels opening and closing balances, labels as one or as a total. */
function createNamelessJudge(columns: readonly MappedColumn[]): RowJudge | undefined {
  const name = columns.find(({ labels }) => labels !== undefined);
  if (name?.labels === undefined) return undefined;
  const { index, labels } = name;
  return (row) => {
    if (!isNoValue(trimmedText(row, index))) return undefined;
    const word = trimmedText(row, labels);
    return isFigure(word) ? { reason: 'total', word } : undefined;
  };
}

const SKIPPED_KINDS: ReadonlySet<string> = new Set(['date', 'amount', 'quantity', 'price']);
const INCOMPLETE: LeftOut = { reason: 'incomplete' };

/**
 * Rows in which a date, amount, quantity or price that every row needs is blank, such as parts of a collective booking,
 * balances brought forward and prose. Undefined unless the settings ask for it.
 */
function createIncompleteJudge(
  columns: readonly MappedColumn[],
  { skipIncompleteRows }: Pick<CsvSettings, 'skipIncompleteRows'>,
): RowJudge | undefined {
  if (!skipIncompleteRows) return undefined;
  const needed = columns
    .filter(({ field, required }) => required && SKIPPED_KINDS.has(field.kind))
    .map(({ index }) => index);
  const isEmptySplit = createSplitTest(columns);
  return (row) =>
    isEmptySplit?.(row) === true || needed.some((index) => hasNoAmount(row, index))
      ? INCOMPLETE
      : undefined;
}

/** How many lines a warning about rows lists. */
export const LINES_LISTED_MAX = 5;

/** The rows left out for one reason: how many, which words said so, and the first lines. */
interface ReasonTally {
  count: number;
  words: Map<string, number>;
  lines: number[];
}

/** Counts the rows that are left out, by reason. */
export interface LeftOutTally {
  count: number;
  reasons: Partial<Record<LeftOutReason, ReasonTally>>;
}

export function tallyLeftOut(tally: LeftOutTally, { reason, word }: LeftOut, line: number): void {
  tally.count += 1;
  const kind = (tally.reasons[reason] ??= { count: 0, words: new Map(), lines: [] });
  kind.count += 1;
  if (kind.lines.length < LINES_LISTED_MAX) kind.lines.push(line);
  if (word !== undefined && (kind.words.has(word) || kind.words.size < WORDS_MAX)) {
    kind.words.set(word, (kind.words.get(word) ?? 0) + 1);
  }
}

/** One warning for each reason: how many rows, why, the words that say so, and the first lines. */
export function leftOutWarnings({ reasons }: LeftOutTally): Warning[] {
  return LEFT_OUT_REASONS.flatMap((reason) => {
    const found = reasons[reason];
    return found === undefined ? [] : [warning(`left_out_${reason}`, valuesOf(found))];
  });
}

export function pendingWarning({ reasons: { pending } }: LeftOutTally): Warning | undefined {
  return pending && warning('read_as_pending', valuesOf(pending));
}

function valuesOf({ count, lines, words }: ReasonTally) {
  const said = [...words]
    .sort((one, other) => other[1] - one[1])
    .map(([word, times]) => `"${excerpt(word)}" ${times}`);
  const inBrackets = said.length === 0 ? '' : ` (${listed(said)})`;
  return { count, lines: listed(lines, count), words: inBrackets };
}
