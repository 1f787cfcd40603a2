import { addDecimals, negateDecimal } from '../money.ts';
import { joinTexts, plainDecimal, realId } from './statement.ts';
import type { Trade } from './statement.ts';

/** A booking, a trade or a position, as it appears in the file. */
export interface OfxRecord {
  name: string;
  line: number;
  /** Values by tag; those of a nested aggregate are keyed like `PAYEE.NAME`. */
  leaves: Partial<Record<string, string>>;
}

/** Names and tickers that the file lists for securities, by security id. */
export interface Securities {
  names: Map<string, string>;
  tickers: Map<string, string>;
}

/** Reads a purchase or sale. Some programs write the quantity of a sale without a minus: it is made negative. */
export function tradeOf(record: OfxRecord, securities: Securities): Trade {
  const units = amountOf(record.leaves['UNITS'] ?? '');
  return {
    ...securityOf(record, securities),
    date: dateOf(record.leaves),
    quantity: record.name.startsWith('SELL') && /^\d/.test(units) ? `-${units}` : units,
    price: amountOf(record.leaves['UNITPRICE'] ?? ''),
    id: realId(record.leaves['FITID']),
  };
}

/**
 * The positions of an account on the day of its statement (prices may be older), with lots of one security added up. `leftOut`
 * counts the lots that lack units, price, value or day.
 */
export function positionsOf(
  records: readonly OfxRecord[],
  asOf: string | undefined,
  securities: Securities,
): { positions: Trade[]; leftOut: number } {
  const positions = new Map<string, Trade & { value: string }>();
  let leftOut = 0;
  for (const record of records) {
    const lot = lotOf(record, asOf);
    if (lot === undefined) {
      leftOut += 1;
      continue;
    }
    const security = securityOf(record, securities);
    const key = [security.ticker, security.currency, lot.date].join();
    const held = positions.get(key);
    if (held === undefined) positions.set(key, { ...security, ...lot });
    else {
      held.quantity = addDecimals([held.quantity, lot.quantity]);
      held.value = addDecimals([held.value, lot.value]);
    }
  }
  return { positions: [...positions.values()], leftOut };
}

/** Some programs write short positions without a minus. A price whose date is all zeros is unknown: the lot is left out. */
function lotOf({ leaves }: OfxRecord, asOf: string | undefined) {
  const units = decimalOf(leaves['UNITS'] ?? '');
  const price = decimalOf(leaves['UNITPRICE'] ?? '');
  const value = decimalOf(leaves['MKTVAL'] ?? '');
  const pricedOn = leaves['DTPRICEASOF'] ?? '';
  const date = asOf ?? dayOf(pricedOn);
  if (units === null || price === null || value === null) return undefined;
  if (date === '' || /^0+$/.test(pricedOn)) return undefined;
  const isShort = leaves['POSTYPE']?.toUpperCase() === 'SHORT';
  const signed = (text: string) => (isShort && !text.startsWith('-') ? negateDecimal(text) : text);
  return { date, quantity: signed(units), price, value: signed(value) };
}

function securityOf({ line, leaves }: OfxRecord, { names, tickers }: Securities) {
  const id = leaves['UNIQUEID'] ?? '';
  const name = names.get(id);
  return {
    line,
    ticker: tickers.get(id) ?? (id || (name ?? '')),
    currency: leaves['CURRENCY.CURSYM']?.toUpperCase(),
    name: joinTexts([name]),
  };
}

export function dateOf(leaves: OfxRecord['leaves']): string {
  return dayOf(
    leaves['DTPOSTED'] ?? leaves['DTTRAN'] ?? leaves['DTTRADE'] ?? leaves['DTUSER'] ?? '',
  );
}

/** Takes the day of `YYYYMMDD` and ignores a time and zone after it. Returns other text unchanged. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return day === undefined ? text : `${year}-${month}-${day}`;
}

/** An amount as an exact decimal; returns text that is no amount unchanged. */
export const amountOf = (text: string): string => decimalOf(text) ?? text;

/** The standard allows a comma or a point as the decimal separator; of several, the last one is. */
function decimalOf(text: string): string | null {
  const plain = text.replace(/[\s']/g, '');
  const at = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const number =
    at < 0 ? plain : `${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`;
  return plainDecimal(number);
}
