import { normalizeDecimal } from '../money.ts';
import type { StatementFormat } from './statement-format.ts';
import type { Warning } from '../warnings/warning.ts';

/** A booking of a statement. Texts are as the file has them; an amount or a day that does not read stays as it is written, for the judge of tables to refuse. */
export interface Booking {
  /** Physical line on which it starts, 1-based. */
  line: number;
  /** Day of booking, else of value: YYYY-MM-DD, else as written. */
  date: string;
  /** Money in is positive. */
  amount: string;
  currency?: string | undefined;
  /** The other party, else what the bank calls the booking. */
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
  /** What is sold is negative. */
  quantity: string;
  price: string;
  currency?: string | undefined;
  /** The security. */
  name?: string | undefined;
  id?: string | undefined;
  /** What is held is worth; there in positions alone. */
  value?: string;
}

/** One statement: an account, its bookings in a period, and the balances before and after them. */
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

/** What a file of statements holds, whatever its format. */
export interface StatementFile {
  format: StatementFormat;
  statements: Statement[];
  /** What a person should know, such as parts of the file that are not read. */
  warnings: Warning[];
  /** Of how many trades the money is among the bookings. */
  tradesBooked?: number;
  /** Days and amounts are as in the file: nothing says whether the day or the month is first. */
  isLocal?: boolean;
}

/** An amount as a bank writes it: `1e9999` is none, and no number of ten thousand digits. */
export function plainDecimal(text: string): string | null {
  return /^\s*[+-]?[\d.]{1,40}\s*$/.test(text) ? normalizeDecimal(text) : null;
}

/** Ids that stand for none. */
const NO_ID = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|NONE|N\/A|0+|-+|\?+)$/i;

/** The bank's id, unless it is a word for none. */
export function realId(text: string | undefined): string | undefined {
  const id = text?.trim() ?? '';
  return id === '' || NO_ID.test(id) ? undefined : id;
}

/** White space other than single spaces. */
const ODD_BLANKS = /\s{2}|[^\S ]/;

/** Texts on one line, blank and repeated ones left out; undefined when nothing is left. */
export function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  let joined = '';
  let kept: Set<string> | undefined;
  for (const text of texts) {
    const trimmed = text?.trim() ?? '';
    // Most texts are as they should be, and to look costs less than to replace.
    const plain = ODD_BLANKS.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
    if (plain === '') continue;
    if (joined === '') {
      joined = plain;
      continue;
    }
    // A collective booking may have tens of thousands.
    kept ??= new Set([joined]);
    if (kept.has(plain)) continue;
    kept.add(plain);
    joined = `${joined} ${plain}`;
  }
  return joined || undefined;
}

/** A purpose with the payer's reference behind it, unless that is part of it or a word for none. */
export function withReference(
  purpose: string | undefined,
  reference: string | undefined,
): string | undefined {
  const id = realId(reference);
  if (purpose === undefined || id === undefined) return joinTexts([purpose ?? id]);
  const isIn = purpose.replace(/\s/g, '').includes(id.replace(/\s/g, ''));
  return joinTexts([isIn ? purpose : `${purpose} ${id}`]);
}
