import iconv from 'iconv-lite';
import { seededRandom } from '../../sandbox-provider/random.ts';
import type { Random } from '../../sandbox-provider/random.ts';
import { BANK_WORDS } from './made-bank-words.ts';
import type { BankWords } from './made-bank-words.ts';

/** What a row means, whatever the bank writes: YYYY-MM-DD, and hundredths with money in positive. */
export interface Truth {
  date: string;
  cents: number;
}

/** A booking with what the columns beside day and amount say. */
interface Booking extends Truth {
  name: string;
  balance: number;
}

/** Two files of one bank, of one month each, and what their rows mean. */
export interface MadeBank {
  /** What was drawn, for the report. */
  shape: string;
  files: [MadeFile, MadeFile];
}

export interface MadeFile {
  content: Buffer;
  truth: Truth[];
}

const STYLES = [
  'signed',
  'signed',
  'signed',
  'card',
  'split',
  'split',
  'split with zeros',
  'split with signs',
  'direction',
  'plus and minus',
  'minus behind',
  'in brackets',
] as const;

/** What a bank draws once and keeps in each of its files. */
interface Layout {
  random: Random;
  language: string;
  words: BankWords;
  style: (typeof STYLES)[number];
  separator: string;
  lineEnd: string;
  encoding: string;
  quotesAll: boolean;
  dateFormat: string;
  decimal: '.' | ',';
  group: string;
  currency: string;
  columns: Column[];
  above: string[];
  footer: 'none' | 'total' | 'words';
  newestFirst: boolean;
}

interface Column {
  header: string;
  cell: (booking: Booking, layout: Layout, row: number) => string;
}

/** A made-up bank with two of its files, the same ones for the same seed. */
export function makeBank(seed: string): MadeBank {
  const random = seededRandom(`bank ${seed}`);
  const layout = drawLayout(random);
  const file = (month: number): MadeFile => {
    const bookings = drawBookings(random, layout, month);
    const truth = bookings.map(({ date, cents }) => ({ date, cents }));
    return { content: write(bookings, layout), truth };
  };
  const { language, style, separator, dateFormat, decimal, group, encoding, columns } = layout;
  const sep = separator === '\t' ? 'TAB' : separator;
  const headers = columns.map(({ header }) => header).join(sep);
  return {
    shape: `${language}, ${style}, ${dateFormat}, 1${group}000${decimal}00, ${encoding}: ${headers}`,
    files: [file(1), file(2)],
  };
}

const pickFrom = <T>(random: Random, list: readonly T[]): T => random.pick(list as [T, ...T[]]);
const chance = (random: Random, share: number): boolean => random.next() < share;

function drawLayout(random: Random): Layout {
  const language = pickFrom(random, Object.keys(BANK_WORDS));
  const words = BANK_WORDS[language] as BankWords;
  const decimal = chance(random, 0.85) ? words.decimal : words.decimal === '.' ? ',' : '.';
  const separator =
    decimal === ','
      ? pickFrom(random, [';', ';', ';', '\t', ','])
      : pickFrom(random, [',', ',', ',', ';', '|']);
  const groups = decimal === ',' ? ['', '.', ' '] : ['', ',', "'"];
  const layout: Layout = {
    random,
    language,
    words,
    style: pickFrom(random, STYLES),
    separator,
    lineEnd: pickFrom(random, ['\n', '\r\n']),
    encoding: pickFrom(random, ['utf-8', 'utf-8', 'utf-8 bom', words.encoding, 'utf-16le']),
    quotesAll: chance(random, 0.3),
    dateFormat: pickFrom(random, words.dates),
    decimal,
    group: pickFrom(random, groups),
    currency: pickFrom(random, ['EUR', 'EUR', 'CHF', 'GBP', 'USD', 'PLN']),
    columns: [],
    above: drawAbove(random, words),
    footer: pickFrom(random, ['none', 'none', 'none', 'total', 'words']),
    newestFirst: chance(random, 0.6),
  };
  layout.columns = drawColumns(layout);
  return layout;
}

function drawAbove(random: Random, words: BankWords): string[] {
  if (chance(random, 0.5)) return [];
  const lines = words.above.slice(0, random.whole(1, words.above.length));
  return chance(random, 0.6) ? [...lines, ''] : lines;
}

function drawColumns(layout: Layout): Column[] {
  const { random, words } = layout;
  const column = (headers: readonly string[], cell: Column['cell']): Column => {
    return { header: pickFrom(random, headers), cell };
  };
  const day = (shift: number): Column['cell'] => {
    return ({ date }) => writeDay(addDays(date, shift), layout.dateFormat);
  };
  const dates = [column(words.date, day(0))];
  if (chance(random, 0.4)) dates.push(column(words.valueDate, day(random.whole(0, 2))));
  const texts = [column(chance(random, 0.5) ? words.name : words.text, ({ name }) => name)];
  if (chance(random, 0.2))
    texts.unshift(column(['IBAN', 'Account', 'Konto'], () => 'DE02120300000000202051'));
  if (chance(random, 0.2)) {
    const id: Column['cell'] = ({ date, cents }, _, row) =>
      `T${date.replaceAll('-', '')}${Math.abs(cents)}X${row}`;
    texts.push(column(['Transaction ID', 'ID', 'Ref.', 'No.'], id));
  }
  const money = amountColumns(layout);
  const currency = chance(random, 0.5) ? [column(words.currency, () => layout.currency)] : [];
  const balance =
    layout.style !== 'card' && chance(random, 0.5)
      ? [column(words.balance, (booking) => signed(booking.balance, layout))]
      : [];
  const card = layout.style === 'card' ? [column(words.card, () => '5412 XXXX XXXX 1234')] : [];
  const all = chance(random, 0.7)
    ? [...dates, ...card, ...texts, ...money, ...currency, ...balance]
    : [...card, ...dates, ...money, ...balance, ...currency, ...texts];
  // Headers that stand there twice cannot be named in a setting.
  return all.filter(({ header }, at) => all.findIndex((other) => other.header === header) === at);
}

function amountColumns(layout: Layout): Column[] {
  const { random, words, style } = layout;
  const [amount, out, paidIn] = [words.amount, words.outflow, words.inflow].map((headers) =>
    pickFrom(random, headers),
  ) as [string, string, string];
  const plain = (cents: number): string => writeMoney(Math.abs(cents), layout);
  const one = (cell: (cents: number) => string): Column[] => [
    { header: amount, cell: ({ cents }) => cell(cents) },
  ];
  const two = (blank: string, sign: string): Column[] => [
    { header: out, cell: ({ cents }) => (cents < 0 ? `${sign}${plain(cents)}` : blank) },
    { header: paidIn, cell: ({ cents }) => (cents < 0 ? blank : plain(cents)) },
  ];
  const [wordOut, wordIn] = pickFrom(random, words.sides);
  switch (style) {
    case 'signed':
      return one((cents) => signed(cents, layout));
    case 'card':
      return one((cents) => signed(-cents, layout));
    case 'split':
      return two('', '');
    case 'split with zeros':
      return two(writeMoney(0, layout), '');
    case 'split with signs':
      return two('', '-');
    case 'direction':
      return [
        ...one(plain),
        {
          header: pickFrom(random, words.direction),
          cell: ({ cents }) => (cents < 0 ? wordOut : wordIn),
        },
      ];
    case 'plus and minus':
      return one((cents) => `${cents < 0 ? '-' : '+'}${plain(cents)}`);
    case 'minus behind':
      return one((cents) => `${plain(cents)}${cents < 0 ? '-' : ''}`);
    case 'in brackets':
      return one((cents) => (cents < 0 ? `(${plain(cents)})` : plain(cents)));
  }
}

function drawBookings(random: Random, layout: Layout, month: number): Booking[] {
  const { words, style, newestFirst } = layout;
  const count = random.whole(4, 60);
  const days = Array.from({ length: count }, () => random.whole(1, 28)).sort((a, b) => a - b);
  let balance = random.whole(50_000, 900_000);
  const bookings = days.map((day): Booking => {
    const isIn = chance(random, style === 'card' ? 0.08 : 0.25);
    // Most purchases are small, and some are not.
    const size = Math.round(100 * Math.exp(random.next() * (isIn ? 8 : 6)) + random.whole(1, 99));
    const cents = isIn ? size : -size;
    balance += cents;
    const payer = style === 'card' ? words.payment : pickFrom(random, words.payers);
    const name = isIn ? payer : pickFrom(random, words.shops);
    return { date: `2025-0${month + 2}-${String(day).padStart(2, '0')}`, cents, name, balance };
  });
  return newestFirst ? bookings.reverse() : bookings;
}

function write(bookings: readonly Booking[], layout: Layout): Buffer {
  const { separator, quotesAll, columns, footer } = layout;
  const cell = (text: string): string =>
    quotesAll || text.includes(separator) || text.includes('"')
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const line = (cells: readonly string[]): string => cells.map(cell).join(separator);
  const lines = [
    ...layout.above,
    line(columns.map(({ header }) => header)),
    ...bookings.map((booking, row) =>
      line(columns.map((column) => column.cell(booking, layout, row))),
    ),
  ];
  const sum = bookings.reduce((total, { cents }) => total + cents, 0);
  if (footer === 'total')
    lines.push(line(['Total', ...columns.slice(2).map(() => ''), signed(sum, layout)]));
  if (footer === 'words') lines.push('', layout.words.above[0] ?? '');
  const text = lines.join(layout.lineEnd) + layout.lineEnd;
  if (layout.encoding === 'utf-8 bom') return iconv.encode(text, 'utf-8', { addBOM: true });
  return iconv.encode(text, layout.encoding, { addBOM: layout.encoding === 'utf-16le' });
}

const signed = (cents: number, layout: Layout): string =>
  `${cents < 0 ? '-' : ''}${writeMoney(Math.abs(cents), layout)}`;

function writeMoney(cents: number, { decimal, group }: Layout): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
}

function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function writeDay(iso: string, format: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return format
    .replace('%Y', year)
    .replace('%y', year.slice(2))
    .replace('%m', month)
    .replace('%d', day)
    .replace('%b', MONTHS[Number(month) - 1] ?? '');
}
