import { normalizeDecimal } from '../money.ts';
import type { StatementFormat } from './statement-format.ts';
import type { Warning } from '../warnings/warning.ts';

/** A booking of a statement. Texts are as in the file; an unreadable amount or day stays as written, to be refused with its row. */
export interface Booking {
  /** Physical line where it starts, 1-based. */
  line: number;
  /** Booking date, else value date: YYYY-MM-DD, else as written. */
  date: string;
  /** Money in is positive. */
  amount: string;
  currency?: string | undefined;
  /** The counterparty, else what the bank calls the booking. */
  name?: string | undefined;
  notes?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** The bank's own id. */
  id?: string | undefined;
  pending?: boolean | undefined;
}

/** A purchase or a sale of a security, or how much of it an account holds. Texts as in `Booking`. */
export interface Trade {
  line: number;
  date: string;
  /** The symbol at an exchange, else the number or the name of the security. */
  ticker: string;
  /** Negative for a sale or a short position. */
  quantity: string;
  price: string;
  currency?: string | undefined;
  /** The name of the security. */
  name?: string | undefined;
  id?: string | undefined;
  /** The market value; only positions have one. */
  value?: string;
}

/** One statement: an account, its bookings over a period, and the balances before and after them. */
export interface Statement {
  line: number;
  /** IBAN, number or name. */
  account?: string | undefined;
  currency?: string | undefined;
  /** Exact decimals; a debt is negative. */
  opening?: string;
  closing?: string;
  bookings: Booking[];
  trades?: Trade[];
}

/** The content of a statement file, whatever its format. */
export interface StatementFile {
  format: StatementFormat;
  statements: Statement[];
  /** What a person should know, such as which parts of the file are not read. */
  warnings: Warning[];
  /** The number of trades whose money is among the bookings. */
  tradesBooked?: number;
  /** Days and amounts are as in the file: nothing says whether the day or the month is first. */
  isLocal?: boolean;
}

/** An amount as a bank writes it, else null: for example `1e9999` or a number of ten thousand digits. */
export function plainDecimal(text: string): string | null {
  return /^\s*[+-]?[\d.]{1,40}\s*$/.test(text) ? normalizeDecimal(text) : null;
}

/** Placeholders that banks write where there is no id. */
const NO_ID = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|NONE|N\/A|0+|-+|\?+)$/i;

/** The trimmed id; undefined if it is blank or a placeholder. */
export function realId(text: string | undefined): string | undefined {
  const id = text?.trim() ?? '';
  return id === '' || NO_ID.test(id) ? undefined : id;
}

/** Whitespace other than single spaces. */
const ODD_BLANKS = /\s{2}|[^\S ]/;

/** Joins texts on one line, without blank and repeated ones; undefined when nothing is left. */
export function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  let joined = '';
  let kept: Set<string> | undefined;
  for (const text of texts) {
    const trimmed = text?.trim() ?? '';
    // Most texts need no change, and testing costs less than replacing.
    const plain = ODD_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
    if (plain === '') continue;
    if (joined === '') {
      joined = plain;
      continue;
    }
    // A batch booking may have tens of thousands of texts.
    kept ??= new Set([joined]);
    if (kept.has(plain)) continue;
    kept.add(plain);
    joined = `${joined} ${plain}`;
  }
  return joined || undefined;
}

/** Appends the payer's reference to a purpose, unless it is already part of it or a placeholder. */
export function withReference(
  purpose: string | undefined,
  reference: string | undefined,
): string | undefined {
  const id = realId(reference);
  if (purpose === undefined || id === undefined) return joinTexts([purpose ?? id]);
  const isIn = purpose.replace(/\s/g, '').includes(id.replace(/\s/g, ''));
  return joinTexts([isIn ? purpose : `${purpose} ${id}`]);
}
