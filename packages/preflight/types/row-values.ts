import { addDecimals, multiplyDecimals, negateDecimal } from '../money.ts';
import { sideOfWord } from './side-of-word.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { FieldKey } from './field-key.ts';

/** The contents of a row by field: ISO dates, exact decimals, upper-case currencies, texts. Null: blank or unread. */
export type ReadCells = Partial<Record<FieldKey, string | null>>;

/** The settings that decide whether an amount is money in or money out. */
export type SignSettings = Pick<
  CsvSettings,
  'signage' | 'strategy' | 'inflowValue' | 'outflowValue'
>;

/**
 * A row as it is understood. Money in is positive, whatever the file says; null where a cell is blank or could not be
 * read. The code that stores the row fills the gaps (the account's currency, a name).
 */
export interface RowValues {
  date: string | null;
  amount: string | null;
  currency: string | null;
  name: string | null;
  category: string | null;
  tags: string[];
  notes: string | null;
  account: string | null;
  /** The bank has not booked the row yet. */
  pending?: true;
  /** Trades: a purchase has a positive quantity and a negative amount. */
  ticker?: string | null;
  exchangeOperatingMic?: string | null;
  quantity?: string | null;
  price?: string | null;
  /** Of what an account holds, which is no trade: its value, which is the amount, too. */
  positionValue?: string | null;
  /** Accounts: their type as written. */
  accountType?: string | null;
}

/** How a type derives values from its cells. */
export type Understand = (cells: ReadCells, settings: SignSettings) => RowValues;

/** The values that every type has, with amounts as written. */
export function understandPlain(cells: ReadCells): RowValues {
  const text = (key: FieldKey): string | null => cells[key] ?? null;
  return {
    date: text('date'),
    amount: text('amount'),
    currency: text('currency'),
    name: text('name'),
    category: text('category'),
    tags: splitTags(cells.tags ?? ''),
    notes: text('notes'),
    account: text('account'),
  };
}

/** Transactions: the amount gets the usual sign, and a fee is deducted from it. */
export function understandTransaction(cells: ReadCells, settings: SignSettings): RowValues {
  const { fee = null } = cells;
  const isSplit = cells.outflow !== undefined || cells.inflow !== undefined;
  const amount = signedAmount(cells, settings) ?? (isSplit && fee !== null ? '0' : null);
  const net = amount === null || fee === null ? amount : addDecimals([amount, negateDecimal(fee)]);
  return { ...understandPlain(cells), amount: net };
}

/** Trades: buying is money out. With `inflows_negative` the file writes sales as positive quantities. Positions have their value. */
export function understandTrade(cells: ReadCells, settings: SignSettings): RowValues {
  const { qty = null, price = null, position_value: positionValue = null } = cells;
  // What is paid with a minus is bought, and has a positive quantity.
  const paid = qty === null ? null : signedAs({ ...cells, amount: negateDecimal(qty) }, settings);
  const quantity = paid === null ? null : negateDecimal(paid);
  return {
    ...understandPlain(cells),
    amount: amountOfTrade(quantity, price, positionValue),
    ticker: cells.ticker?.toUpperCase() ?? null,
    exchangeOperatingMic: cells.exchange_operating_mic?.toUpperCase() ?? null,
    quantity,
    price,
    positionValue,
  };
}

/** Buying is money out; of a position the value. Null where one of these is missing. */
export function amountOfTrade(
  quantity: string | null,
  price: string | null,
  positionValue: string | null,
): string | null {
  if (positionValue !== null) return positionValue;
  return quantity === null || price === null
    ? null
    : negateDecimal(multiplyDecimals(quantity, price));
}

/** Accounts: the balance stays as written, even that of a debt. */
export function understandAccount(cells: ReadCells): RowValues {
  return { ...understandPlain(cells), accountType: cells.entity_type ?? null };
}

/** Reads two unsigned columns, a column of directions, or a sign. */
function signedAmount(cells: ReadCells, settings: SignSettings): string | null {
  if (cells.outflow !== undefined || cells.inflow !== undefined) return splitAmount(cells);
  return signedAs(cells, settings);
}

/** The amount of one column, with the sign that it has, or that of a column of directions. */
function signedAs(
  { amount = null, entity_type: word = null }: ReadCells,
  settings: SignSettings,
): string | null {
  if (amount === null) return null;
  const turned = settings.signage === 'inflows_negative';
  if (settings.strategy !== 'custom_column') return turned ? negateDecimal(amount) : amount;
  const side = word === null ? undefined : sideOfWord(word, settings);
  return side === undefined ? null : directed(amount, (side === 'in') !== turned);
}

/** The amount without its sign, as money in or money out. */
export function directed(amount: string, isInflow: boolean): string {
  const magnitude = amount.startsWith('-') ? negateDecimal(amount) : amount;
  return isInflow ? magnitude : negateDecimal(magnitude);
}

/** Inflow minus outflow: a reversal makes one of them negative. */
function splitAmount({ outflow = null, inflow = null }: ReadCells): string | null {
  if (outflow === null && inflow === null) return null;
  return addDecimals([inflow ?? '0', negateDecimal(outflow ?? '0')]);
}

/** Tags are separated by commas, or by | when there is no comma; a backslash escapes. */
export function splitTags(text: string): string[] {
  const pieces = splitUnescaped(text, ',');
  const tags = (pieces.length > 1 ? pieces : splitUnescaped(text, '|'))
    .map((piece) => piece.replace(/\\(.)/gsu, '$1').trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}

function splitUnescaped(text: string, sign: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === sign) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)];
}
