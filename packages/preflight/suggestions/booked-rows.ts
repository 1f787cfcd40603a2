import { isNoValue } from '../fields/no-value.ts';
import { isEndBalance } from '../evidence/stated-balances.ts';
import { isFigure } from '../evidence/stated-totals.ts';
import { findAssetMoves } from './asset-moves.ts';
import { directionOf } from './direction-words.ts';
import { namesCancellation } from './header-words.ts';
import { findOnlyBooked, isUnbooked } from './only-booked.ts';
import { TEXT_FIELDS } from './score-columns.ts';
import { amountsOf, followMost } from './prove-by-balance.ts';
import { isMarkedPending, isPendingWord, opensPending, stateOf } from './state-words.ts';
import type { AssetMoves } from './asset-moves.ts';
import type { OnlyBooked } from './only-booked.ts';
import type { AsRead } from './prove-by-balance.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';
import type { BookingState } from './state-words.ts';

/** What a running balance proves about the words in a column of states, and the rows that are bookings by both. */
export interface BookedRows {
  rows: readonly SampleRow[];
  states: ReadonlyMap<string, BookingState>;
  /** The column of these words: a column of states, or one of texts that name states. */
  statesAt?: number;
  /** Words for pending in whose rows the balance moves: it includes them. */
  counted?: ReadonlySet<string>;
  /** Columns of texts that label opening balances in rows between the bookings. */
  figures: readonly number[];
  /** Such a column that means nothing else, and labels rows without a name. */
  labels?: number;
  booked?: OnlyBooked;
  /** Which columns tell the rows that move an asset and no money, if there are any. */
  assets?: AssetMoves | undefined;
  /** The column of the day on which a row was cancelled. */
  cancelledAt?: number;
  /** The column that says whether a row is a credit, a debit or only a memo. */
  memosAt?: number;
}

/**
 * Leaves out the rows that a column of states calls pending or not booked. The balance has the last word: if it moves
 * in the rows of a state, they are bookings, and otherwise not. Those whose state is a word for pending stay pending.
 */
export function bookedRows({ looks, rows, choices }: Sampled, asRead?: AsRead): BookedRows {
  const figures = TEXT_FIELDS.flatMap((field) => choices[field]?.index ?? []).filter(
    (at) =>
      rows.some(({ cells }) => isEndBalance(cells[at] ?? '')) &&
      !arePaidFromBalance({ looks, rows, choices }, at, asRead),
  );
  const cancelledAt = looks.findIndex(({ header }) => namesCancellation(header));
  const memosAt = looks.findIndex(listsMemos);
  const labels = looks.findIndex((_, at) => labelsNameless({ looks, rows, choices }, at));
  const isOther = ({ cells }: SampleRow): boolean =>
    !/\d/.test(cells[cancelledAt] ?? '') &&
    !isMemo(cells[memosAt] ?? '') &&
    !figures.some((at) => isFigure(cells[at] ?? '')) &&
    !(isFigure(cells[labels] ?? '') && isNoValue(cells[choices.name?.index ?? -1] ?? ''));
  const bookings = keepRows(rows, isOther);
  const booked = findOnlyBooked({ looks, rows, choices }, bookings);
  const isDone = ({ cells }: SampleRow): boolean =>
    booked === undefined || !isUnbooked(booked, cells[booked.at] ?? '');
  const kept = keepRows(bookings, isDone);
  const shown = withoutUnbooked({ looks, rows: kept, choices }, asRead);
  return {
    ...shown,
    figures,
    assets: findAssetMoves({ looks, rows }),
    ...(labels >= 0 && { labels }),
    ...(cancelledAt >= 0 && { cancelledAt }),
    ...(memosAt >= 0 && { memosAt }),
    ...(booked !== undefined && { booked }),
  };
}

/** A row of PayPal that changes no balance, such as an authorisation: its payment has another row. */
export const isMemo = (cell: string): boolean => /^m[eé]mo$/iu.test(cell);

/** Whether all cells are words for memos, credits and debits. */
function listsMemos({ values }: ColumnLook): boolean {
  const words = [...values];
  return (
    words.some(isMemo) && words.every((word) => isMemo(word) || directionOf(word) !== undefined)
  );
}

/** A column of kinds has few words. */
const KINDS_MAX = 10;

/** Whether a column that is not chosen labels balances, in rows without a name. */
function labelsNameless({ looks, rows, choices }: Sampled, at: number): boolean {
  const isChosen = Object.values(choices).some(({ index }) => index === at);
  const look = looks[at];
  // Looking at the words of every column costs more. A column of other days may have them, too.
  const isLabel =
    look !== undefined &&
    (look.filled * 2 < look.rows ||
      look.values.size <= KINDS_MAX ||
      (look.dates > 0 && look.dates < look.filled));
  if (isChosen || choices.name === undefined || !isLabel) return false;
  if (![...look.values].some(isEndBalance)) return false;
  const { index } = choices.name;
  return rows.every(({ cells }) => !isEndBalance(cells[at] ?? '') || isNoValue(cells[index] ?? ''));
}

/** Whether such rows are bookings, as of a wallet that pays from its "Balance": they have several names, or the balance moves by them. */
function arePaidFromBalance(sampled: Sampled, at: number, asRead?: AsRead): boolean {
  const labelled = sampled.rows.filter(({ cells }) => isFigure(cells[at] ?? ''));
  const { name } = sampled.choices;
  // "OPEN" beside "OPEN BALANCE" is no name.
  const names = labelled
    .filter(({ cells }) => !(cells[at] ?? '').includes(cells[name?.index ?? at] ?? ''))
    .map(({ cells }) => cells[name?.index ?? at] ?? '')
    .filter((text) => !isNoValue(text) && !isFigure(text));
  if (new Set(names).size > 1) return true;
  const moves = followAmounts(sampled, asRead)?.moves;
  return labelled.filter(({ line }) => moves?.get(line) === true).length * 2 > labelled.length;
}

/** Whether the balance moved by the amount of each row, by line, or stayed; rows of which it says neither are skipped. */
function followAmounts(sampled: Sampled, asRead?: AsRead) {
  return followMost(sampled, (format) => {
    const amounts = amountsOf(sampled, format, asRead);
    const amountOf = new Map(sampled.rows.map((row, at) => [row, Math.abs(amounts[at] ?? NaN)]));
    return (row, moved) => {
      const amount = amountOf.get(row) ?? NaN;
      const isStill = moved === 0;
      return amount > 0 && (isStill || Math.abs(moved) === amount) ? !isStill : undefined;
    };
  });
}

/** The rows that pass, or all if none does. If all pass, returns the same list, whose columns have been examined already. */
function keepRows(
  rows: readonly SampleRow[],
  passes: (row: SampleRow) => boolean,
): readonly SampleRow[] {
  const kept = rows.filter(passes);
  return kept.length === 0 || kept.length === rows.length ? rows : kept;
}

function withoutUnbooked(sampled: Sampled, asRead?: AsRead): Omit<BookedRows, 'figures'> {
  const { rows, choices } = sampled;
  const column = choices.status?.index ?? findStatesInTexts(sampled);
  if (column === undefined) return { rows, states: new Map() };
  const isText = choices.status === undefined;
  const wordOf = (row: SampleRow): string => row.cells[column] ?? '';
  const states = new Map<string, BookingState>();
  const declined = new Set<string>();
  const counted = new Set<string>();
  const found = followAmounts(sampled, asRead);
  // A column of zeros is no balance.
  const hasMoved = [...(found?.moves.values() ?? [])].some(Boolean);
  let areStill = hasMoved;
  for (const word of new Set(rows.map(wordOf))) {
    const said = stateOf(word);
    if (said === 'booked' || word === '') continue;
    const own = rows.filter((row) => wordOf(row) === word);
    const moved = own.filter(({ line }) => found?.moves.get(line) === true).length;
    const still = own.filter(({ line }) => found?.moves.get(line) === false).length;
    if (isText) {
      if (isMarkedPending(word)) states.set(word, moved > still ? 'booked' : 'pending');
      else if (said === 'not_booked') {
        declined.add(word);
        areStill &&= still === own.length;
      } else if (opensPending(word) && hasMoved && still === own.length)
        states.set(word, 'pending');
    } else if (moved > still && isPendingWord(word)) counted.add(word);
    else if (moved > still) states.set(word, 'booked');
    else if (said !== undefined) continue;
    else if (still >= STILL_MIN && still === own.length) states.set(word, 'not_booked');
    else if (found !== undefined && own.every(({ cells }) => (cells[found.column] ?? '') === ''))
      states.set(word, 'not_booked');
  }
  // To decide that a row was never booked takes both the balance and a text.
  if (areStill) for (const word of declined) states.set(word, 'not_booked');
  const isBooked = (row: SampleRow): boolean => {
    const word = wordOf(row);
    const state = states.get(word) ?? (isText ? undefined : stateOf(word));
    return state === undefined || state === 'booked' || counted.has(word);
  };
  return { rows: keepRows(rows, isBooked), states, statesAt: column, counted };
}

/** The column of texts of which some say "DECLINED" or end with a word for pending; otherwise one with such a word. */
function findStatesInTexts({ rows, choices }: Sampled): number | undefined {
  const texts = [choices.name, choices.notes].flatMap((choice) => choice?.index ?? []);
  const findSaying = (says: (text: string) => boolean): number | undefined =>
    texts.find((at) => rows.some(({ cells }) => says(cells[at] ?? '')));
  return (
    findSaying((text) => stateOf(text) === 'not_booked' || isMarkedPending(text)) ??
    findSaying(opensPending)
  );
}

/** An unknown word counts as not booked after this many rows in which the balance does not move. */
const STILL_MIN = 2;
