import { NUMBER_FORMATS } from '../fields/amounts.ts';
import { isNoValue } from '../fields/no-value.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { isEndBalance } from '../evidence/stated-balances.ts';
import { isFigure } from '../evidence/stated-totals.ts';
import { matchHeader } from './header-words.ts';
import { amountColumns, isBalance, isWorded, TEXT_FIELDS } from './score-columns.ts';
import { amountsOf, followMost, proveByBalance } from './prove-by-balance.ts';
import { isMarkedPending, opensPending, stateOf } from './state-words.ts';
import type { AsRead } from './prove-by-balance.ts';
import type { SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';
import type { BookingState } from './state-words.ts';

/**
 * A column that only bookings fill, and what the other rows are: it is a second day or the balance, and a text calls them
 * pending; or the balance, and other rows repeat them; or the balance, and they have no text and state it as their amount.
 */
export interface OnlyBooked {
  at: number;
  others: 'pending' | 'repeated' | 'total';
  /** The column that calls rows pending, if one does. */
  wordAt?: number;
}

/** What a running balance proves about the words in a column of states, and the rows that are bookings by both. */
export interface BookedRows {
  rows: readonly SampleRow[];
  states: ReadonlyMap<string, BookingState>;
  /** The column of these words: a column of states, or one of texts that name states. */
  statesAt?: number;
  /** Columns of texts that label opening balances in rows between the bookings. */
  figures: readonly number[];
  /** Such a column that means nothing else, and labels rows without a name. */
  labels?: number;
  booked?: OnlyBooked;
}

/**
 * Leaves out the rows that a column of states calls pending or not booked. The balance has the last word: if it moves
 * in the rows of a state, they are bookings, and otherwise not.
 */
export function bookedRows({ looks, rows, choices }: Sampled, asRead?: AsRead): BookedRows {
  const figures = TEXT_FIELDS.flatMap((field) => choices[field]?.index ?? []).filter(
    (at) =>
      rows.some(({ cells }) => isEndBalance(cells[at] ?? '')) &&
      !arePaidFromBalance({ looks, rows, choices }, at, asRead),
  );
  const labels = looks.findIndex((_, at) => labelsNameless({ looks, rows, choices }, at));
  const isOther = ({ cells }: SampleRow): boolean =>
    !figures.some((at) => isFigure(cells[at] ?? '')) && !isEndBalance(cells[labels] ?? '');
  const bookings = keepRows(rows, isOther);
  const booked =
    findReserved({ looks, rows: bookings, choices }) ??
    findRepeated({ looks, rows, choices }) ??
    findUnlabelled({ looks, rows, choices }) ??
    findClosing({ looks, rows: bookings, choices }) ??
    findUnbalanced({ looks, rows: bookings, choices });
  const isDone = ({ cells }: SampleRow): boolean =>
    booked === undefined || !isBlankOrPending(cells[booked.at] ?? '');
  const kept = keepRows(bookings, isDone);
  const shown = withoutUnbooked({ looks, rows: kept, choices }, asRead);
  return {
    ...shown,
    figures,
    ...(labels >= 0 && { labels }),
    ...(booked !== undefined && { booked }),
  };
}

/** Whether a cell that only bookings have is blank, or says instead that the row is pending. */
export const isBlankOrPending = (cell: string): boolean =>
  cell === '' || (!/\d/.test(cell) && stateOf(cell) === 'pending');

/** Whether a column that is not chosen labels balances, in rows without a name. */
function labelsNameless({ looks, rows, choices }: Sampled, at: number): boolean {
  const isChosen = Object.values(choices).some(({ index }) => index === at);
  const look = looks[at];
  // Looking at the words of every column costs more.
  const isRare = look !== undefined && look.filled * 2 < look.rows;
  if (isChosen || choices.name === undefined || !isRare) return false;
  if (![...look.values].some(isEndBalance)) return false;
  const { index } = choices.name;
  return rows.every(({ cells }) => !isEndBalance(cells[at] ?? '') || isNoValue(cells[index] ?? ''));
}

/** Whether the balance moves by the rows with such a label: a wallet says "Balance" for what it pays from. */
function arePaidFromBalance(sampled: Sampled, at: number, asRead?: AsRead): boolean {
  const moves = followAmounts(sampled, asRead)?.moves;
  const labelled = sampled.rows.filter(({ cells }) => isFigure(cells[at] ?? ''));
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

/**
 * The column of a second day or of the balance that is blank in those rows that a text calls reserved, or that itself
 * says so instead of a day.
 */
function findReserved({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  if (choices.status !== undefined) return undefined;
  const amounts = amountColumns(choices);
  const hasAmount = ({ cells }: SampleRow): boolean =>
    amounts.some((column) => (cells[column] ?? '') !== '');
  for (const [at, { header, dates, numbers, filled }] of looks.entries()) {
    const isPending = ({ cells }: SampleRow): boolean => stateOf(cells[at] ?? '') === 'pending';
    const isDay = dates > 0 && at !== choices.date?.index;
    const isRunning = numbers === filled && filled > 0 && matchHeader(header, 'balance') > 0.5;
    if (!isDay && !isRunning) continue;
    const words = isDay && dates < filled ? rows.filter(isPending) : [];
    if (isDay && dates + words.length !== filled) continue;
    const blank = rows.filter((row) => (row.cells[at] ?? '') === '' && hasAmount(row));
    if (blank.length + words.length === 0) continue;
    const isReserved = (wordAt: number): boolean =>
      blank.every(({ cells }) => opensPending(cells[wordAt] ?? ''));
    const wordAt = [choices.name?.index ?? [], ...looks.keys()].flat().find(isReserved);
    if (wordAt !== undefined) return { at, others: 'pending', wordAt };
  }
  return undefined;
}

/** The rows of a trade and those that repeat them share a reference; the number of an account is the same in all rows. */
const IDS_SHARE = 3;

/** The column of the balance, if each row without one is repeated by a row that has it, with the same amount and a reference. */
function findRepeated({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  const at = looks.findIndex(
    ({ header, numbers, filled, rows: count }) =>
      numbers === filled && filled < count && matchHeader(header, 'balance') > 0.5,
  );
  const isSingle = ({ cells }: SampleRow): boolean => (cells[at] ?? '') === '';
  const amounts = amountColumns(choices);
  const references = looks.flatMap(({ ids, dates, decimals }, column) =>
    ids * IDS_SHARE >= rows.length && dates + decimals === 0 ? [column] : [],
  );
  const isSame = (one: SampleRow, other: SampleRow, column: number): boolean =>
    one.cells[column] === other.cells[column];
  const isRepeated = (row: SampleRow): boolean =>
    rows.some(
      (other) =>
        !isSingle(other) &&
        amounts.every((column) => isSame(row, other, column)) &&
        references.some((column) => row.cells[column] !== '' && isSame(row, other, column)),
    );
  return at >= 0 && rows.filter(isSingle).every(isRepeated)
    ? { at, others: 'repeated' }
    : undefined;
}

/** The column of the balance, if each row without a text has none either, and states that of the row above or below. */
function findUnlabelled({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  const { name } = choices;
  const isNamed = ({ cells }: SampleRow): boolean => (cells[name?.index ?? -1] ?? '') !== '';
  const columns = amountColumns(choices);
  const at = looks.findIndex(
    ({ numbers, filled }, index) =>
      filled > 0 &&
      numbers === filled &&
      !columns.includes(index) &&
      rows.every((row) => isNamed(row) === ((row.cells[index] ?? '') !== '')),
  );
  if (at < 0 || rows.every(isNamed)) return undefined;
  const isProven = NUMBER_FORMATS.some((format) => {
    const amounts = amountsOf({ rows, choices }, format);
    const balances = rows.map(({ cells }) => scaledAmountOf(cells[at] ?? '', format));
    return rows.every((row, own) => {
      const stated = [own - 1, own + 1].flatMap((next) => {
        const { [next]: after = NaN } = balances;
        return [after, after - (amounts[next] ?? NaN)];
      });
      return isNamed(row) || stated.some((balance) => balance === amounts[own]);
    });
  });
  return isProven ? { at, others: 'total' } : undefined;
}

/**
 * A text column that only the last row leaves blank, which has no word but for the account: it states the balance, and the
 * number of the account.
 */
function findClosing({ looks, rows }: Sampled): OnlyBooked | undefined {
  const last = rows.at(-1);
  const others = rows.slice(0, -1);
  const hasWord = ({ cells }: SampleRow): boolean =>
    cells.some((cell) => isWorded(cell) && matchHeader(cell, 'account') === 0);
  if (last === undefined || hasWord(last) || others.length < 2) return undefined;
  const isText = (at: number): boolean => others.every(({ cells }) => isWorded(cells[at] ?? ''));
  const isNumbered = last.cells.some((cell, at) => /\d{5}/.test(cell) && isText(at));
  const at = looks.findIndex((_, index) => (last.cells[index] ?? '') === '' && isText(index));
  return isNumbered && at >= 0 ? { at, others: 'total' } : undefined;
}

/** Of fewer balances, none proves the order. */
const BALANCES_MIN = 3;

/** The column of the balance, if only the newest rows have none: the bank books them later. */
function findUnbalanced({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  if (choices.status !== undefined) return undefined;
  const at = looks.findIndex(
    (look) => look.numbers === look.filled && look.filled < look.rows && isBalance(look),
  );
  const hasBalance = ({ cells }: SampleRow): boolean => (cells[at] ?? '') !== '';
  const first = rows.findIndex(hasBalance);
  const end = rows.findLastIndex(hasBalance) + 1;
  const booked = rows.slice(first, end);
  const isSplit = first > 0 === end < rows.length;
  if (at < 0 || isSplit || booked.length < BALANCES_MIN || !booked.every(hasBalance))
    return undefined;
  const proof = proveByBalance({ looks, rows: booked, choices });
  const isNewest = proof?.order === (first > 0 ? 'newest_first' : 'oldest_first');
  const isProven = proof?.column === at && proof.disagree === 0;
  return isProven && isNewest ? { at, others: 'pending' } : undefined;
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
    } else if (moved > still) states.set(word, 'booked');
    else if (said !== undefined) continue;
    else if (still >= STILL_MIN && still === own.length) states.set(word, 'not_booked');
    else if (found !== undefined && own.every(({ cells }) => (cells[found.column] ?? '') === ''))
      states.set(word, 'not_booked');
  }
  // To decide that a row was never booked takes both the balance and a text.
  if (areStill) for (const word of declined) states.set(word, 'not_booked');
  const isBooked = (row: SampleRow): boolean => {
    const state = states.get(wordOf(row)) ?? (isText ? undefined : stateOf(wordOf(row)));
    return state === undefined || state === 'booked';
  };
  return { rows: keepRows(rows, isBooked), states, statesAt: column };
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
