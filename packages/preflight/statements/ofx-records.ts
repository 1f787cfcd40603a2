import { addDecimals, negateDecimal } from '../money.ts';
import { joinTexts, plainDecimal, realId } from './statement.ts';
import type { Trade } from './statement.ts';

/** A booking, a trade or a position, as the file has it. */
export interface OfxRecord {
  name: string;
  line: number;
  /** Those of an aggregate within it as `PAYEE.NAME`. */
  leaves: Partial<Record<string, string>>;
}

/** What the file says of securities, by their ids. */
export interface Securities {
  names: Map<string, string>;
  tickers: Map<string, string>;
}

/** Some programs write what is sold without a minus. */
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
 * What an account holds on the day of its statement, which prices may be older than: lots of one security add up. How many
 * are left out because they have no units, no price or no value.
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

/** Some programs write what is owed without a minus. A price of no day is unknown. */
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

/** `YYYYMMDD`, then perhaps a time and a zone: the day as the bank writes it. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return day === undefined ? text : `${year}-${month}-${day}`;
}

/** An amount as a decimal, else as it is written. */
export const amountOf = (text: string): string => decimalOf(text) ?? text;

/** The standard allows a comma or a point before the decimals; where both are there, the last one is meant. */
function decimalOf(text: string): string | null {
  const plain = text.replace(/[\s']/g, '');
  const at = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const number =
    at < 0 ? plain : `${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`;
  return plainDecimal(number);
}
