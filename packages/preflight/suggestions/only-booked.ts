import { NUMBER_FORMATS } from '../fields/amounts.ts';
import { scaledAmountOf } from '../evidence/scaled-amount.ts';
import { matchHeader, namesBooking, plainWords } from './header-words.ts';
import { amountColumns, isBalance, isWorded } from './score-columns.ts';
import { amountsOf, proveByBalance } from './prove-by-balance.ts';
import { isPendingWord, isStateWord, opensPending, stateOf } from './state-words.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';

/**
 * A column that only bookings fill, and what the other rows are: it is a second day or the balance, and a text calls them
 * pending; or the balance, and other rows repeat them, or they do not move it, or they have no text and state it as their amount.
 */
export interface OnlyBooked {
  at: number;
  others: 'pending' | 'repeated' | 'not_booked' | 'total';
  /** The column that calls rows pending, if one does. */
  wordAt?: number;
  /** All rows fill the column, as it asks whether they are booked, or pending: what those that are not booked answer, as plain words. */
  answer?: { header: string; unbooked: ReadonlySet<string> };
}

/** Whether the cell of a column that only bookings fill is blank, or says instead that the row is pending. */
export function isUnbooked({ answer }: OnlyBooked, cell: string): boolean {
  if (answer !== undefined) return answer.unbooked.has(plainWords(cell));
  return cell === '' || (!/\d/.test(cell) && stateOf(cell) === 'pending');
}

/** Returns a test whether a row states a balance: then the bank counts it, though it may book it later. */
export function countsInBalance(looks: readonly ColumnLook[]): (row: SampleRow) => boolean {
  const balances = looks.flatMap((look, at) => (isBalance(look) ? [at] : []));
  return ({ cells }) => balances.some((at) => (cells[at] ?? '') !== '');
}

/** Finds such a column; `bookings` are the rows that are no balances or totals. */
export function findOnlyBooked(
  { looks, rows, choices }: Sampled,
  bookings: readonly SampleRow[],
): OnlyBooked | undefined {
  return (
    findAnswered(looks) ??
    findReserved({ looks, rows: bookings, choices }) ??
    findRepeated({ looks, rows, choices }) ??
    findUnlabelled({ looks, rows, choices }) ??
    findClosing({ looks, rows: bookings, choices }) ??
    findUnbalanced({ looks, rows: bookings, choices })
  );
}

const phrases = (texts: string): Set<string> => new Set(texts.split(' ').map(plainWords));
const YES = phrases(
  'yes y true ja j oui o sí s sim si sì tak t ano a áno igen i da d да д так ναι evet e jah já taip jā kyllä 是 예 はい כן نعم',
);
const NO = phrases(
  'no n false nein não nie ne nem nu non не нет н ні όχι hayır h ei nej nei nē 否 아니오 いいえ לא لا',
);

/** A column that asks whether a row is pending, or booked, if the answers are no others than yes and no, and some rows are booked. */
function findAnswered(looks: readonly ColumnLook[]): OnlyBooked | undefined {
  for (const [at, { header, values }] of looks.entries()) {
    const answers = [...values].map(plainWords);
    if (!answers.every((answer) => YES.has(answer) || NO.has(answer))) continue;
    const isPending = isPendingWord(header);
    if (!isPending && !(isStateWord(header) && namesBooking(header))) continue;
    const [unbooked, booked] = isPending ? [YES, NO] : [NO, YES];
    if (answers.some((answer) => booked.has(answer)))
      return { at, others: 'pending', answer: { header, unbooked } };
  }
  return undefined;
}

/**
 * The column of a second day or of the balance that is blank in those rows that a text calls reserved, or that itself
 * says so instead of a day; or the column of the booking day, if only a few rows at one end have none.
 */
function findReserved({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  if (choices.status !== undefined) return undefined;
  const isCounted = countsInBalance(looks);
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
    const isAtEnd = [rows.slice(0, blank.length), rows.slice(-blank.length)].some((end) =>
      end.every((row) => blank.includes(row)),
    );
    const areFew = blank.length > 0 && blank.length * FEW_SHARE <= rows.length;
    const isOpen = areFew && isAtEnd && !blank.some(isCounted);
    if (isDay && isOpen && namesBooking(header)) return { at, others: 'pending' };
    const isReserved = (wordAt: number): boolean =>
      blank.every(({ cells }) => opensPending(cells[wordAt] ?? ''));
    const wordAt = [choices.name?.index ?? [], ...looks.keys()].flat().find(isReserved);
    if (wordAt !== undefined) return { at, others: 'pending', wordAt };
  }
  return undefined;
}

/** More rows without a booking day are those of another kind. */
const FEW_SHARE = 3;

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

/** A text column that only the last row leaves blank, which has the number of the account and no other word: it states the balance. */
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

/**
 * The column of the balance, if it moves past the rows that have none: the newest, which the bank books later, or some between
 * bookings, such as the two sides of a stock split.
 */
function findUnbalanced({ looks, rows, choices }: Sampled): OnlyBooked | undefined {
  if (choices.status !== undefined) return undefined;
  const at = looks.findIndex(
    (look) => look.numbers === look.filled && look.filled < look.rows && isBalance(look),
  );
  const hasBalance = ({ cells }: SampleRow): boolean => (cells[at] ?? '') !== '';
  const first = rows.findIndex(hasBalance);
  const end = rows.findLastIndex(hasBalance) + 1;
  const booked = rows.filter(hasBalance);
  const [isBefore, isAfter] = [first > 0, end < rows.length];
  const isWithin = end - first > booked.length;
  const isOnePlace = [isBefore, isAfter, isWithin].filter(Boolean).length === 1;
  if (at < 0 || !isOnePlace || booked.length < BALANCES_MIN) return undefined;
  const proof = proveByBalance({ looks, rows: booked, choices });
  if (proof?.column !== at || proof.disagree > 0) return undefined;
  if (isWithin)
    return areApart({ looks, rows, choices }, hasBalance, proof)
      ? { at, others: 'not_booked' }
      : undefined;
  return proof.order === (isBefore ? 'newest_first' : 'oldest_first')
    ? { at, others: 'pending' }
    : undefined;
}

/** Whether the rows without a balance are of other currencies than all others, or do not cancel each other out. */
function areApart(
  { rows, choices }: Sampled,
  hasBalance: (row: SampleRow) => boolean,
  { format }: { format: NumberFormat },
): boolean {
  const others = rows.filter((row) => !hasBalance(row));
  const currencyOf = ({ cells }: SampleRow): string => cells[choices.currency?.index ?? -1] ?? '';
  const known = new Set(rows.filter(hasBalance).map(currencyOf));
  const amounts = amountsOf({ rows: others, choices }, format);
  return (
    others.every((row) => !known.has(currencyOf(row))) ||
    amounts.reduce((sum, amount) => sum + (amount || 0), 0) !== 0
  );
}
