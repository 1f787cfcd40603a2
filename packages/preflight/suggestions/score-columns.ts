import { isCurrencyCode } from '../currencies.ts';
import { isNoValue } from '../fields/no-value.ts';
import { figureWords, matchHeader } from './header-words.ts';
import { isKindOfBooking } from './kind-words.ts';
import { isPlace, namesNoParty } from './place-headers.ts';
import { isPendingWord, isStateWord, stateOf } from './state-words.ts';
import { FEE_WORDS, OTHER_AMOUNT_WORDS } from './vocabulary.ts';
import { isUuid } from '../uuid.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { ColumnLook, SeenRows } from './sample.ts';
import type { ColumnRole } from './vocabulary.ts';

/** A column chosen for a field, and how sure the choice is, 0 to 1. */
export interface ColumnChoice {
  index: number;
  confidence: number;
}
export type ColumnChoices = Partial<Record<FieldKey, ColumnChoice>>;

/** The rows of a sample, statistics of their columns, and the columns chosen. */
export interface Sampled extends SeenRows {
  choices: ColumnChoices;
}

/** The columns chosen for amounts. */
export function amountColumns({ amount, outflow, inflow }: ColumnChoices): number[] {
  return [amount, outflow, inflow].flatMap((choice) => choice?.index ?? []);
}

/** Text columns are only suggested if their header is a known phrase. */
const TEXT_MATCH_MIN = 0.55;
export const TEXT_FIELDS = ['name', 'category', 'tags', 'account', 'notes'] as const;

/** The columns with a score above 0, best first. */
export function rankColumns(
  looks: readonly ColumnLook[],
  taken: ReadonlySet<number>,
  score: (look: ColumnLook) => number,
): ColumnChoice[] {
  return looks
    .map((look, index) => ({
      index,
      confidence: taken.has(index) ? 0 : Math.min(1, score(look)),
    }))
    .filter(({ confidence }) => confidence > 0)
    .sort((one, other) => other.confidence - one.confidence);
}

/** The share of the filled cells; 1 for a column without rows, which says nothing. */
export function share(count: number, look: ColumnLook): number {
  if (look.rows === 0) return 1;
  return look.filled === 0 ? 0 : count / look.filled;
}

/** Whether some amounts of a column have a minus. */
export function hasSigns(look: ColumnLook | undefined): boolean {
  return (look?.negatives ?? 0) > 0;
}

/** The share of the rows that have a cell; 1 for a column without rows. */
export function fill(look: ColumnLook): number {
  return look.rows === 0 ? 1 : look.filled / look.rows;
}

/** Coins in headers of which no word alone is a coin: "BTC Amount". */
const COINS = /\b(?:BTC|XBT|ETH|LTC|XRP|BCH|BNB|DOGE|USDT|USDC)\b/;

/** Whether the header names a fee, a foreign amount, a quantity of a coin, or a part of a collective booking. */
export function isOtherAmount(header: string): boolean {
  return figureWords(header).some((word) => OTHER_AMOUNT_WORDS.has(word)) || COINS.test(header);
}

/** Whether the header names a fee. */
export function isFee(header: string): boolean {
  return figureWords(header).some((word) => FEE_WORDS.has(word));
}

/** Whether the header names a balance and the cells are numbers: `Staða`, `stan` and `stav` are also states. */
export function isBalance(look: ColumnLook): boolean {
  return matchHeader(look.header, 'balance') > 0.3 && share(look.numbers, look) > 0.5;
}

/** How well a header names a role; 0 if it only contains the word and also names a fee or another amount. */
export function matchNumber(look: ColumnLook, role: ColumnRole): number {
  const match = matchHeader(look.header, role);
  if (match > 0.5) return match;
  return isOtherAmount(look.header) ? 0 : match;
}

/** Confidence that this is the amount, by header and cells; how many cells are filled is ignored. */
export function scoreAmount(look: ColumnLook, spec: CsvTypeSpec): number {
  const isBalance = spec.type === 'AccountImport';
  const balance = matchHeader(look.header, 'balance');
  const amount = matchNumber(look, 'amount');
  if (!isBalance && Math.max(balance, matchOther(look)) > amount) return 0;
  // Dates may look like numbers: 20250303 below "Date de valeur".
  if (look.dates * 2 > look.filled && matchHeader(look.header, 'date') > amount) return 0;
  const header = isBalance ? Math.max(balance, amount) : amount;
  if (header > 0) return scoreByContent(header, look);
  // An amount column may be named only by its currency: CAD$.
  const code = look.header.replace(/[^\p{L}]/gu, '').toUpperCase();
  return isCurrencyCode(code) ? scoreByContent(0.2, look) : 0;
}

/** Other figures that may be named with the word for an amount. */
const OTHERS = ['outflow', 'inflow', 'qty'] as const;

function matchOther(look: ColumnLook): number {
  return Math.max(...OTHERS.map((role) => matchNumber(look, role)));
}

export function scoreNumber(look: ColumnLook, role: ColumnRole): number {
  const header = matchNumber(look, role);
  return header === 0 ? 0 : scoreByContent(header, look) * (0.3 + 0.7 * fill(look));
}

function scoreByContent(header: number, look: ColumnLook): number {
  const content = share(look.numbers, look);
  return content < 0.6 ? 0 : (header * 0.8 + 0.2) * content;
}

export function scoreCurrency(look: ColumnLook): number {
  // "amount/balance unit" is also that of the amount.
  const isOfBoth =
    matchHeader(look.header, 'amount') > 0 && matchHeader(look.header, 'balance') > 0;
  const header = isOfBoth ? matchHeader(look.header, 'currency') : matchNumber(look, 'currency');
  const known = OF_INSTRUMENT.test(look.header) ? 0 : share(look.currencies + look.units, look);
  if (known < 0.8 || (look.currencies === 0 && (header === 0 || look.units === 0))) return 0;
  if (header === 0) return isOnlyCurrencies(look) ? 0.3 : 0;
  return header * 0.5 + known * 0.5 * fill(look);
}

const OF_INSTRUMENT = /^(?:instrument|security|listing|underlying)/i;
/** Codes of currencies in most rows, under a header in unknown words that is not that of another amount. */
function isOnlyCurrencies({ header, currencies, filled, rows, values }: ColumnLook): boolean {
  // "All" and "Top" are words.
  const areCodes = [...values].every(isCurrencyCode);
  const areMost = filled > 1 && filled * 2 > rows && currencies === filled;
  return areCodes && areMost && !isOtherAmount(header);
}

export function scoreText(look: ColumnLook, role: ColumnRole): number {
  const header = matchHeader(look.header, role);
  return header < TEXT_MATCH_MIN ? 0 : header * (0.3 + 0.7 * fill(look));
}

/** With fewer rows, a column may be unique by chance. */
const ID_ROWS_MIN = 3;

/**
 * The bank's own id of each row: named as such, in every row, and never twice. A date or an amount that differs from
 * row to row is not an id, and neither is a column that numbers the rows of the file.
 */
export function scoreExternalId(look: ColumnLook): number {
  const header = matchHeader(look.header, 'external_id');
  const isUnique = look.rows >= ID_ROWS_MIN && look.ids === look.rows;
  if (header < TEXT_MATCH_MIN || !isUnique || look.dates + look.decimals > 0) return 0;
  return header * 0.9;
}

/**
 * States of bookings under any header: all words are known states, and some say that the row is not booked yet; or references
 * or kinds of bookings, of which some only say that: HOLD.
 */
export function scoreStatus(look: ColumnLook): number {
  const words = [...look.values].filter((value) => !isNoValue(value));
  const states = words.map(stateOf);
  if (states.length === 0 || states.every((state) => state === undefined)) return 0;
  const header = matchHeader(look.header, 'status');
  if (header >= TEXT_MATCH_MIN) return header;
  const isTelling = states.some((state) => state !== 'booked');
  // Without a booked one, they may be names and texts that have such a word among others.
  const isState = header > 0 || states.includes('booked') ? stateOf : isStateWord;
  if (isTelling && words.every((word) => Boolean(isState(word)))) return 0.6;
  if (!words.some(isPendingWord)) return 0;
  const areKinds =
    matchHeader(look.header, 'entity_type') > 0 ||
    words.filter(isKindOfBooking).length * 2 > words.length;
  // Remarks that few rows have.
  const areRemarks = look.filled * 2 < look.rows && matchHeader(look.header, 'notes') > 0;
  return areKinds || areRemarks || look.ids * 2 > look.filled ? 0.5 : 0;
}

/** Roles whose headers may also have a word for a name: "Transaction currency". */
const OTHER_TEXTS = ['account', 'currency', 'category', 'entity_type', 'balance'] as const;

/** A text whose header has the phrase among other words, for fields without an exact header. */
export function scoreSomeName(look: ColumnLook): number {
  const header = matchHeader(look.header, 'name');
  if (header === 0 || look.filled === 0 || share(look.dates + look.numbers, look) > 0.5) return 0;
  if (!hasWords(look)) return 0;
  const others = [...OTHER_TEXTS, 'external_id'] as const;
  if (namesNoParty(look.header)) return 0;
  if (others.some((role) => matchHeader(look.header, role) > header)) return 0;
  return header * (0.4 + 0.6 * fill(look));
}

/** Whether texts of a column name anything: they have a word and are not e-mail addresses. */
export function hasWords({ values }: ColumnLook): boolean {
  return [...values].some(isWorded);
}

/** Whether a text has a word, and is no e-mail address and no time, such as `3:36:20 PM PST`. */
export function isWorded(value: string): boolean {
  return /\p{L}{3}|[^\p{ASCII}]{2}/u.test(value) && !/^[^\s@]+@[^\s@]+$|^\d{1,2}:\d\d/.test(value);
}

/** Under an unknown header, text that varies from row to row probably names the counterparty. */
export function scoreAnyText(look: ColumnLook): number {
  const others = [...OTHER_TEXTS, 'tags'] as const;
  if (look.filled < 2 || others.some((role) => matchHeader(look.header, role) > 0)) return 0;
  if (share(look.dates + look.numbers, look) > 0.2 || namesNoParty(look.header)) return 0;
  // Ids of bookings are not names.
  if (look.ids * 2 > look.filled || [...look.values].every(isUuid)) return 0;
  const differing =
    (isPlace(look.header) ? 0.2 : 1) * (look.values.size / Math.min(look.filled, 20));
  const worded = [...look.values].filter(isWorded).length;
  return (0.3 * differing * fill(look) * worded) / look.values.size;
}

/** The word for the kind of records also names their name column. */
const NAMED_BY: Partial<Record<CsvTypeSpec['type'], ColumnRole>> = {
  CategoryImport: 'category',
  AccountImport: 'account',
};

/** Hardly anyone has more accounts in one file than this. */
const OWN_ACCOUNTS_MAX = 3;

/** If most rows have another account number, these are the counterparties' numbers. */
function isOfOthers({ filled, values }: ColumnLook): boolean {
  const areMany = values.size > OWN_ACCOUNTS_MAX && values.size * 2 > filled;
  return areMany && [...values].every((value) => /\d{6}/.test(value.replace(/\W/g, '')));
}

export function scoreTextField(
  look: ColumnLook,
  key: (typeof TEXT_FIELDS)[number],
  spec: CsvTypeSpec,
): number {
  const namesOf = key === 'name' ? NAMED_BY[spec.type] : undefined;
  const header = Math.max(
    key === 'name' ? matchName(look.header) : matchHeader(look.header, key),
    namesOf === undefined ? 0 : matchHeader(look.header, namesOf),
  );
  if (header < TEXT_MATCH_MIN || look.filled === 0) return 0;
  if (key === 'account' && isOfOthers(look)) return 0;
  if (key !== 'name') return header * (0.4 + 0.6 * fill(look));
  if (share(look.dates, look) > 0.5 || share(look.numbers, look) > 0.8) return 0;
  // A column with a single value names the account's owner, not the counterparty.
  const same = look.values.size === 1 && look.filled > 1 ? 0.7 : 1;
  return header * same * (0.4 + 0.6 * fill(look));
}

/** Payee and payer often share a column whose header names both: "Saaja/Maksaja". */
function matchName(header: string, role: 'name' | 'payee' = 'name'): number {
  const parts = header.includes('/')
    ? header.split('/').map((part) => matchHeader(part, role))
    : [];
  return Math.max(matchHeader(header, role), ...parts.map((score) => score * 0.95));
}

/** Transfers have a counterparty; card purchases and fees only have a text. */
const PARTIES_SHARE_MIN = 0.3;
const PARTIES_MIN = 2;

/** The counterparty of some rows, if others have none. */
export function scoreSomeParty(look: ColumnLook): number {
  const { header, filled, rows, values } = look;
  if (filled < rows * PARTIES_SHARE_MIN || values.size < PARTIES_MIN) return 0;
  if (share(look.dates + look.numbers, look) > 0.5) return 0;
  const match = matchName(header, 'payee');
  return match < TEXT_MATCH_MIN ? 0 : match * fill(look);
}

/** Whether the header names the counterparty. */
export function isParty(look: ColumnLook): boolean {
  return matchName(look.header, 'payee') >= TEXT_MATCH_MIN;
}
