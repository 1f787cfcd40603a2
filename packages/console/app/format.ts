import { language } from './texts.ts';

/** What Intl takes as an exact decimal: text, never a binary number. */
type Decimal = `${number}`;

/** The reader's own variant of the language: `en-GB` where the browser has it, else the language. */
const localeOf = (tag: string): string =>
  navigator.languages.find((own) => own.startsWith(tag)) ?? tag;

function createWriters(locale: string) {
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    locale,
    day: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
    shortDay: dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    instant: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    plain: new Intl.NumberFormat(locale, { maximumFractionDigits: 12 }),
    money: new Map<string, Intl.NumberFormat>(),
  };
}

const made = new Map<string, ReturnType<typeof createWriters>>();

/** What writes in the reader's language as it is now; making one takes long. */
function writers() {
  const tag = language();
  const known = made.get(tag) ?? createWriters(localeOf(tag));
  made.set(tag, known);
  return known;
}

function moneyFormat(currency: string, decimals: number, signDisplay: 'auto' | 'exceptZero') {
  const { locale, money } = writers();
  const key = `${currency} ${decimals} ${signDisplay}`;
  const known = money.get(key);
  if (known !== undefined) return known;
  const style = { style: 'currency', currency, signDisplay } as const;
  const usual = new Intl.NumberFormat(locale, style).resolvedOptions().minimumFractionDigits ?? 0;
  const maximumFractionDigits = Math.min(20, Math.max(usual, decimals));
  const format = new Intl.NumberFormat(locale, { ...style, maximumFractionDigits });
  money.set(key, format);
  return format;
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Writes amounts, numbers and dates as the reader's locale does. */
export const formats = {
  /** An exact decimal of a currency, with every digit that it has. `sign` shows a plus as well. */
  amount(amount: string, currency: string, { sign = false } = {}): string {
    const decimals = amount.split('.')[1]?.length ?? 0;
    const format = moneyFormat(currency, decimals, sign ? 'exceptZero' : 'auto');
    return format.format(amount as Decimal);
  },
  /** A count or an exact decimal. */
  number: (value: number | string): string => writers().plain.format(value as Decimal),
  /** A day, `2026-11-24`. */
  day: (date: string): string => writers().day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)),
  /** A day, without its year when that is this one. */
  recentDay(date: string): string {
    const isThisYear = date.startsWith(String(new Date().getFullYear()));
    return writers()[isThisYear ? 'shortDay' : 'day'].format(new Date(`${date}T00:00:00Z`));
  },
  /** An instant, in the reader's time zone. */
  instant: (time: string): string => writers().instant.format(new Date(time)),
  /** How long ago, or how soon, an instant is. */
  ago(time: string): string {
    const seconds = (Date.parse(time) - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
    return writers().relative.format(Math.round(seconds / length), unit);
  },
};
