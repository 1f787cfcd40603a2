import { negateDecimal } from '../money.ts';
import { wordsOfDetails } from './mt940-details.ts';
import { joinTexts, plainDecimal, realId, withReference } from './statement.ts';
import type { Booking, Statement, StatementFile } from './statement.ts';

/** A field such as `:61:`, with its continuation lines. */
interface Field {
  tag: string;
  line: number;
  rows: string[];
}

/** Reads MT940 and MT942 (SWIFT customer statement and interim report), with or without the envelope of a SWIFT message. */
export function readMt940(text: string): StatementFile {
  const statements: Statement[] = [];
  /** The booking that the next `:86:` field describes; after a balance, `:86:` describes the statement instead. */
  let booking: Booking | undefined;
  for (const field of fieldsOf(text)) {
    const { tag, line, rows } = field;
    if (tag === '20' || statements.length === 0) {
      statements.push({ line, bookings: [] });
      booking = undefined;
    }
    const statement = statements.at(-1);
    if (statement === undefined) continue;
    const value = (rows[0] ?? '').trim();
    if (tag === '25' || tag === '25P') readAccount(value, statement);
    else if (tag.startsWith('60') || tag.startsWith('62')) {
      readBalance(tag, value, statement);
      booking = undefined;
    } else if (tag === '34F') statement.currency ??= value.slice(0, 3);
    else if (tag === '61') {
      booking = bookingOf(field);
      statement.bookings.push(booking);
    } else if (tag === '86' && booking !== undefined && !BUSINESS_CODE.test(rows.join(''))) {
      const { notes, name = booking.name ?? notes } = wordsOfDetails(rows, booking.name);
      Object.assign(booking, { name, notes: withReference(notes, booking.notes) });
      booking = undefined;
    }
  }
  return { format: 'mt940', statements: statements.filter(isOne), warnings: [] };
}

/** Polish banks send it in an `:86:` field of its own, before the `:86:` field with the texts. */
const BUSINESS_CODE = /^\d{3}\s*$/;

/** An empty envelope is not a statement. */
function isOne({ account, opening, closing, bookings }: Statement): boolean {
  return bookings.length > 0 || [account, opening, closing].some((part) => part !== undefined);
}

function* fieldsOf(text: string): Generator<Field> {
  let field: Field | undefined;
  const lines = text.split(/\r\n|\n|\r/);
  for (const [at, whole] of lines.entries()) {
    const row = whole.startsWith('{')
      ? whole.slice(whole.lastIndexOf('{4:') + 3 || whole.length)
      : whole;
    const tag = /^:(\d{2}[A-Z]?):/.exec(row)?.[1];
    const isEnd = row.startsWith('-}') || row.trim() === '-' || whole.startsWith('{');
    if (tag !== undefined || isEnd) {
      if (field !== undefined) yield field;
      field =
        tag === undefined ? undefined : { tag, line: at + 1, rows: [row.slice(tag.length + 2)] };
    } else field?.rows.push(row);
  }
  if (field !== undefined) yield field;
}

/** An IBAN, or bank code and account number; some banks append the currency. */
function readAccount(value: string, statement: Statement): void {
  const [, account = value, currency] = /^(.*\d)\s?([A-Z]{3})$/.exec(value) ?? [];
  if (account !== '') statement.account = account.replace(/\s/g, '');
  if (currency !== undefined) statement.currency = currency;
}

/** `C100318EUR380115,12`. In a statement of several pages the first opening and the last closing balance count. */
function readBalance(tag: string, value: string, statement: Statement): void {
  const [, side, currency, amount = ''] = /^(R?[CD])\d{6}([A-Z]{3})([\d.,]+)/.exec(value) ?? [];
  const found = decimalOf(amount);
  if (currency === undefined || found === null) return;
  statement.currency ??= currency;
  const balance = side === 'D' ? negateDecimal(found) : found;
  if (tag.startsWith('62')) statement.closing = balance;
  else statement.opening ??= balance;
}

/** The comma is the decimal separator; some banks group digits with a point, against the standard. */
function decimalOf(text: string): string | null {
  return plainDecimal(text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);
}

/**
 * Value date, entry date (may be blank), side (RC and RD reverse a credit and a debit, EC and ED are expected ones), a letter of
 * the currency, amount, kind, the customer's reference, and after `//` the bank's.
 */
const LINE =
  /^(\d{6})(\d{4}|\s{4})?\s?(R?[CD]|E[CD])([A-Z])?(\d[\d.,]{0,24})([A-Z][A-Z0-9]{2}[A-Z0-9 ])?(.*)$/;

function bookingOf({ line, rows }: Field): Booking {
  const [first = '', ...more] = rows;
  const match = LINE.exec(first.trim());
  // The empty amount gets a line that cannot be parsed refused under its line number.
  if (match === null) return { line, date: first.slice(0, 10), amount: '' };
  const [, value = '', entry = '', side = '', , digits = '', , references = ''] = match;
  const amount = decimalOf(digits);
  const isOut = side === 'D' || side === 'RC' || side === 'ED';
  const at = references.indexOf('//');
  return {
    line,
    date: entryDay(value, entry.trim()),
    amount: amount === null ? '' : isOut ? negateDecimal(amount) : amount,
    name: joinTexts(more.filter((row) => !CODED.test(row))),
    notes: customerReference(at < 0 ? references : references.slice(0, at)),
    id: realId(at < 0 ? undefined : references.slice(at + 2)),
    pending: side.startsWith('E'),
  };
}

/** Booking codes that Dutch banks write below a booking: /TRCD/00200/. */
const CODED = /^\/[A-Z]{4}\//;

/** The payer's reference, such as a cheque number. `KREF+` and `EREF+` say that it is in the `:86:` field. */
function customerReference(text: string): string | undefined {
  return /^[A-Z]{4}\+$/.test(text.trim()) ? undefined : realId(text);
}

/** The entry date has no year: the one that puts it nearest to the value date applies. */
function entryDay(value: string, entry: string): string {
  const [yy, month, day] = [value.slice(0, 2), value.slice(2, 4), value.slice(4, 6)];
  const year = Number(yy) + (Number(yy) < 80 ? 2000 : 1900);
  if (!/^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(entry)) return `${year}-${month}-${day}`;
  const months = Number(entry.slice(0, 2)) - Number(month);
  const entryYear = year + (months > 6 ? -1 : months < -6 ? 1 : 0);
  return `${entryYear}-${entry.slice(0, 2)}-${entry.slice(2)}`;
}
