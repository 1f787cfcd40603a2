import { useLanguage } from './texts.ts';

/** The reader's own variant of the language: `en-GB` where the browser has it, else the language. */
function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** What Intl takes as an exact decimal: text, never a binary number. */
type Decimal = `${number}`;

/** Writes amounts, numbers and dates as the reader's locale does. */
export type Formats = ReturnType<typeof createFormats>;

function createFormats(locale: string) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 });
  const moneyFormats = new Map<string, Intl.NumberFormat>();

  function moneyFormat(currency: string, decimals: number, signDisplay: 'auto' | 'exceptZero') {
    const key = `${currency} ${decimals} ${signDisplay}`;
    const known = moneyFormats.get(key);
    if (known !== undefined) return known;
    const usual = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const least = usual.resolvedOptions().minimumFractionDigits ?? 0;
    const made = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      signDisplay,
      minimumFractionDigits: least,
      maximumFractionDigits: Math.min(20, Math.max(least, decimals)),
    });
    moneyFormats.set(key, made);
    return made;
  }

  return {
    locale,
    /** An exact decimal of a currency, with every digit that it has. `sign` shows a plus as well. */
    amount: (amount: string, currency: string, { sign = false } = {}): string =>
      moneyFormat(currency, decimalsOf(amount), sign ? 'exceptZero' : 'auto').format(
        amount as Decimal,
      ),
    /** A count or an exact decimal. */
    number: (value: number | string): string => plain.format(value as Decimal),
    /** A day, `2026-11-24`. */
    day: (date: string): string => day.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)),
    /** A day, without its year when that is this one. */
    recentDay: (date: string): string =>
      (date.startsWith(String(new Date().getFullYear())) ? shortDay : day).format(
        new Date(`${date}T00:00:00Z`),
      ),
    /** An instant, in the reader's time zone. */
    instant: (time: string): string => instant.format(new Date(time)),
    /** How long ago, or how soon, an instant is. */
    ago: (time: string): string => {
      const seconds = (Date.parse(time) - Date.now()) / 1000;
      const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? SECOND;
      return relative.format(Math.round(seconds / length), unit);
    },
  };
}

const SECOND = ['second', 1] as const;
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const made = new Map<string, Formats>();

export function useFormats(): Formats {
  const locale = localeOf(useLanguage());
  const formats = made.get(locale) ?? createFormats(locale);
  made.set(locale, formats);
  return formats;
}
