import { dayInZone, isBookingDay } from '#preflight/days';
import { isCurrencyCode } from '#preflight/currencies';
import type { ProviderTransaction } from '../../shared/sync/client/types.ts';
import { cleanText, comparedName } from '#preflight/clean-text';
import { contentHash, rowKey } from '../../shared/imports/match/content-hash.ts';
import type { ZoneAt } from '../../shared/sync/store/zone-at.ts';
import type { StagedInsert } from '../../shared/sync/store/staged-pages.ts';

const UNNAMED = 'Unknown transaction';

export type RowVerdict =
  | { kind: 'row'; row: StagedInsert; currencyInvalid: boolean }
  /** The amount or the date is unreadable. */
  | { kind: 'rejected' }
  /** No currency is given, and none is guessed. */
  | { kind: 'held' };

export type AccountFacts = {
  providerAccountId: string;
  zoneAt: ZoneAt;
  /** From the account list, the balance, or last known: the first one available. */
  currency: string | null;
};

/** Trimmed, upper-case ISO 4217 code, or null if it is none. */
export function normalizeCurrency(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return isCurrencyCode(code) ? code : null;
}

const WITH_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const EPOCH = /^\d{9,10}(?:\.\d+)?$/;
const EPOCH_MILLIS = /^\d{12,13}$/;

function dayOfInstant(millis: number, zoneAt: ZoneAt): string | null {
  if (!Number.isFinite(millis)) return null;
  const day = dayInZone(new Date(millis), zoneAt(millis));
  return isBookingDay(day) ? day : null;
}

/**
 * The day of a row. A plain date is used as it is; an instant (time with zone, epoch seconds) falls on the household's day; a time
 * without a zone is the bank's local time, so its date is kept.
 */
export function normalizeDate(text: string | null, zoneAt: ZoneAt): string | null {
  const value = text?.trim() ?? '';
  if (isBookingDay(value)) return value;
  if (EPOCH.test(value)) return dayOfInstant(Math.trunc(Number(value)) * 1000, zoneAt);
  if (EPOCH_MILLIS.test(value)) return dayOfInstant(Number(value), zoneAt);
  const match = WITH_TIME.exec(value);
  if (match === null) return null;
  const [, day = '', hour = '', minute = '', second = '00', zone] = match;
  if (!isBookingDay(day) || hour > '23' || minute > '59' || second > '59') return null;
  if (zone === undefined) return day;
  const digits = zone.replace(':', '');
  const offset =
    zone.toUpperCase() === 'Z'
      ? 'Z'
      : `${digits.slice(0, 3)}:${digits.length > 3 ? digits.slice(3) : '00'}`;
  return dayOfInstant(Date.parse(`${day}T${hour}:${minute}:${second}${offset}`), zoneAt);
}

/** The key of a row, even if the row is otherwise invalid; null for a row without an id. */
export function keyOfRow({ id }: Pick<ProviderTransaction, 'id'>): string | null {
  return id === null ? null : rowKey(id);
}

/** Judges one row of the provider. Never throws: a bad row must not spoil the good ones. */
export function normalizeRow(raw: ProviderTransaction, account: AccountFacts): RowVerdict {
  const { amount } = raw;
  const date = normalizeDate(raw.date, account.zoneAt);
  if (amount === null || date === null) return { kind: 'rejected' };
  const own = normalizeCurrency(raw.currency);
  const currency = own ?? account.currency;
  if (currency === null) return { kind: 'held' };
  const merchant = cleanText(raw.merchant);
  const description = cleanText(raw.description);
  const content = { date, amount, currency, merchant, description };
  return {
    kind: 'row',
    currencyInvalid: own === null && (raw.currency?.trim() ?? '') !== '',
    // Lists each field: with a spread, creating the object took V8 as long as everything in it.
    row: {
      key: keyOfRow(raw),
      hash: contentHash(account.providerAccountId, content),
      date,
      amount,
      currency,
      name: merchant ?? description ?? UNNAMED,
      label: comparedName(merchant ?? description),
      merchant,
      description,
      pending: raw.pending,
      extra: raw.extra,
    },
  };
}
