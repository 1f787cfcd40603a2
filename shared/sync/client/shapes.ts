import { isObject } from '#preflight/is-object';
import { normalizeDecimal } from '#preflight/money';
import { furtherFields } from './further-fields.ts';

/** A JSON object of unknown content. */
export type Json = Record<string, unknown>;

/** Longer texts are not amounts; Postgres's numeric ends at 16,383 decimals. */
const MAX_AMOUNT_CHARACTERS = 1000;

/** The first of the named fields that is neither absent nor null: dialects name the same field differently. */
function first(object: Json, ...names: string[]): unknown {
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

function text(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

/** Ids are compared as text; a blank id counts as none. Removes NUL, which no text column can hold. */
function idText(value: unknown): string | null {
  const id = text(value)?.replaceAll('\u0000', '').trim() ?? '';
  return id === '' ? null : id;
}

/** Exact decimal text of a JSON number or of a number sent as text; null for anything else. */
function decimal(value: unknown): string | null {
  const digits = text(value);
  if (digits === null || digits.length > MAX_AMOUNT_CHARACTERS) return null;
  const exact = normalizeDecimal(digits);
  // A few characters of exponent can expand to thousands of digits.
  return exact === null || exact.length > MAX_AMOUNT_CHARACTERS ? null : exact;
}

/** Accepts true, "true" and 1. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|1)$/i.test(value));
}

/** Longer ids do not fit into an address. */
const MAX_ACCOUNT_ID_CHARACTERS = 1000;

/** One listed account; null if it has no usable id. */
export function shapeAccount(entry: unknown) {
  if (!isObject(entry)) return null;
  const id = idText(first(entry, 'id', 'account_id', 'accountId'));
  if (id === null || id.length > MAX_ACCOUNT_ID_CHARACTERS) return null;
  return {
    id,
    name: text(entry['name']),
    institutionName: text(first(entry, 'institution_name', 'institutionName')),
    institutionLogo: text(first(entry, 'institution_logo', 'institutionLogo')),
    /** The aggregator behind the account (gocardless, mx, …): open text. */
    provider: text(entry['provider']),
    /** As sent, not validated. The real provider often leaves it out. */
    currency: text(entry['currency']),
    /** ACTIVE, DISCONNECTED, ERROR or any other text, as sent. */
    status: text(entry['status']),
    /** The real provider sends none; kept for compatible ones that do. */
    type: text(first(entry, 'type', 'account_type', 'accountType')),
  };
}

/** The `balance` object; a bare number is taken as the amount. */
export function shapeBalance(balance: unknown) {
  if (!isObject(balance)) return { amount: decimal(balance), currency: null };
  return {
    /** Sign as sent; null when absent, null or not a finite number. */
    amount: decimal(first(balance, 'amount', 'current')),
    currency: text(balance['currency']),
  };
}

/** The names of a row's fields, by dialect. */
const ROW_ID = ['id', 'transaction_id', 'transactionId'];
const ROW_MERCHANT = ['merchant', 'merchant_name', 'merchantName'];
const ROW_PENDING = ['isPending', 'is_pending', 'pending'];
/** What is kept in a column of its own, and the account, which is the same in every row. */
const ROW_FIELDS: ReadonlySet<string> = new Set([
  ...[...ROW_ID, ...ROW_MERCHANT, ...ROW_PENDING, 'accountId', 'account_id'],
  ...['amount', 'currency', 'date', 'description'],
]);

/** One row. An entry that is not an object becomes a row of nulls, so that it is counted rather than lost. */
export function shapeTransaction(entry: unknown, apiKey?: string) {
  const row = isObject(entry) ? entry : {};
  return {
    id: idText(first(row, ...ROW_ID)),
    /** Money in positive. */
    amount: decimal(row['amount']),
    /** As sent: not trimmed, not upper-cased, not validated. */
    currency: text(row['currency']),
    /** As sent: a date, a date with time, or epoch seconds as digits. Not validated. */
    date: text(row['date']),
    merchant: text(first(row, ...ROW_MERCHANT)),
    description: text(row['description']),
    pending: isTrue(first(row, ...ROW_PENDING)),
    /** All other fields, as JSON. */
    extra: furtherFields(row, ROW_FIELDS, apiKey),
  };
}

/** One position. `cusp` is how the real provider spells it. */
export function shapeHolding(entry: unknown) {
  const holding = isObject(entry) ? entry : {};
  const security = isObject(holding['security']) ? holding['security'] : {};
  return {
    /** The provider's key of the position, when there is one. */
    id: rawId(holding['raw']) ?? idText(holding['id']),
    name: text(security['name']),
    ticker: text(first(security, 'tickerSymbol', 'ticker_symbol', 'ticker')),
    figi: text(security['figi']),
    cusip: text(first(security, 'cusp', 'cusip')),
    isin: text(security['isin']),
    securityCurrency: text(security['currency']),
    quantity: decimal(holding['quantity']),
    price: decimal(holding['price']),
    value: decimal(holding['value']),
    costBasis: decimal(first(holding, 'costBasis', 'cost_basis')),
    currency: text(holding['currency']),
  };
}

/** `raw: {<aggregator>: {id}}`, for any aggregator. */
function rawId(raw: unknown): string | null {
  if (!isObject(raw)) return null;
  for (const source of Object.values(raw)) {
    const id = isObject(source) ? idText(source['id']) : null;
    if (id !== null) return id;
  }
  return null;
}

/** A non-negative integer, as number or digits; null for anything else. */
export function wholeNumber(value: unknown): number | null {
  const digits = text(value);
  return digits !== null && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** `totalValue` in both dialects, and its currency as sent. */
export function shapeTotal(body: Json) {
  return {
    totalValue: decimal(first(body, 'totalValue', 'total_value')),
    currency: text(body['currency']),
  };
}
