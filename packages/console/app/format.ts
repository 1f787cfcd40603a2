import i18next from 'i18next';

/** An exact decimal for Intl: text, never a binary number. */
type Decimal = `${number}`;

const made = new Map<string, unknown>();

/** Returns a cached formatter in the reader's regional variant, such as `en-GB`. Creating one is slow. */
function writer<Made>(key: string, make: (locale: string) => Made): Made {
  const { language } = i18next;
  const locale = navigator.languages.find((own) => own.startsWith(language)) ?? language;
  if (!made.has(key)) made.set(key, make(locale));
  return made.get(key) as Made;
}

const date = (time: string, options: Intl.DateTimeFormatOptions): string =>
  writer(JSON.stringify(options), (locale) => new Intl.DateTimeFormat(locale, options)).format(
    new Date(time),
  );

function money(locale: string, currency: string, decimals: number, sign: boolean) {
  const signDisplay = sign ? 'exceptZero' : 'auto';
  const style = { style: 'currency', currency, signDisplay } as const;
  const usual = new Intl.NumberFormat(locale, style).resolvedOptions().minimumFractionDigits ?? 0;
  const maximumFractionDigits = Math.min(20, Math.max(usual, decimals));
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits });
}

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const digits = (minimumFractionDigits: number) => (locale: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 12 });
const [plain, cents] = [digits(0), digits(2)];
const relative = (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** Formats amounts, numbers and dates for the reader's locale. */
export const formats = {
  /** An exact amount with all its decimals unless `rounded`. `sign` also shows a plus. */
  amount(amount: string, currency: string, { sign = false, rounded = false } = {}): string {
    const decimals = rounded ? 0 : (amount.split('.')[1]?.length ?? 0);
    const key = `${currency} ${decimals} ${sign}`;
    return writer(key, (locale) => money(locale, currency, decimals, sign)).format(
      amount as Decimal,
    );
  },
  number: (value: number | string): string => writer('number', plain).format(value as Decimal),
  /** An exact decimal without a currency, with at least two decimals. */
  decimal: (value: string): string => writer('decimal', cents).format(value as Decimal),
  /** A decimal that is being typed: only the decimal separator is localised. */
  typed: (text: string): string => text.replace('.', formats.decimal('0').charAt(1)),
  /** A day, `2026-11-24`. */
  day: (day: string): string => date(day.slice(0, 10), { dateStyle: 'medium', timeZone: 'UTC' }),
  /** A day, without the year if it is the current one. */
  recentDay: (day: string): string =>
    day.startsWith(String(new Date().getFullYear()))
      ? date(day, { day: 'numeric', month: 'short', timeZone: 'UTC' })
      : formats.day(day),
  /** An instant, in the reader's time zone. */
  instant: (time: string): string => date(time, { dateStyle: 'medium', timeStyle: 'short' }),
  /** A strptime format as people write it: `DD/MM/YYYY`. */
  pattern: (format: string): string =>
    format.replace(/%[-0^#_:]*(Ey|[A-Za-z])/g, (directive, letter: string) =>
      i18next.t(`imports:pattern.${letter}`, { defaultValue: directive }),
    ),
  /** The day that many days ago, as the API writes it. */
  daysAgo: (days: number): string =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  /** How long ago an instant was, or how soon it will be. */
  ago(time: string): string {
    const seconds = (Date.parse(time) - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1];
    return writer('ago', relative).format(Math.round(seconds / length), unit);
  },
};
