/**
 * Small files, each polluted in one way, and the rows that they mean. The kinds are those that tools trip over: signs
 * other than RFC 4180's, rows of other widths, quotes where none belong, encodings and line ends.
 */
import iconv from 'iconv-lite';
import { seededRandom } from '../../../../../sandbox-provider/random.ts';

/** One polluted file and the rows it means. */
export interface PollutedFile {
  name: string;
  content: Buffer;
  rows: string[][];
}

const STREETS = ['Mill Lane', 'Rue du Bac', 'Via Roma', 'Storgatan', 'Hauptstraße', 'Old Kent Rd'];
const REMARKS = ['', 'ok', 'no answer, called twice', 'left "as is"', 'to be checked; later', 'x'];
const NAMES = ['Ada', 'Béla', 'Chloé', 'Dmitri', 'Eve', "O'Neil", 'Özlem', 'Zoë'];

interface Plain {
  header: string[];
  rows: string[][];
  pick: <T>(list: readonly T[]) => T;
}

function makeTable(seed: number, remarks: readonly string[] = REMARKS): Plain {
  const source = seededRandom(`table ${seed}`);
  const random = (): number => source.next();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const day = (): string => String(1 + Math.floor(random() * 28)).padStart(2, '0');
  const rows = Array.from({ length: 8 + Math.floor(random() * 30) }, (_, at) => [
    String(1000 + at),
    `2024-0${1 + (at % 9)}-${day()}`,
    (random() * 900).toFixed(2),
    pick(NAMES),
    `${Math.floor(random() * 90)} ${pick(STREETS)}`,
    pick(remarks),
  ]);
  return { header: ['id', 'date', 'amount', 'name', 'street', 'remark'], rows, pick };
}

interface Writing {
  separator?: string;
  quote?: string;
  escape?: string;
  end?: string;
  all?: boolean;
}

function writeRow(cells: readonly string[], writing: Writing = {}): string {
  const { separator = ',', quote = '"', escape = quote, all = false } = writing;
  const written = cells.map((cell) => {
    const needs = all || cell.includes(separator) || cell.includes(quote) || /[\r\n]/.test(cell);
    if (!needs) return cell;
    const inner = escape === '\\' ? cell.replaceAll('\\', '\\\\') : cell;
    return quote + inner.replaceAll(quote, escape + quote) + quote;
  });
  return written.join(separator);
}

function write(rows: readonly string[][], writing: Writing = {}): string {
  const end = writing.end ?? '\n';
  return rows.map((row) => writeRow(row, writing) + end).join('');
}

type Pollution = (table: Plain) => { text: string | Buffer; rows: string[][] };

const dialect =
  (writing: Writing): Pollution =>
  ({ header, rows }) => ({ text: write([header, ...rows], writing), rows: [header, ...rows] });

/** Writes one row by hand, all others plainly. */
const oddRow =
  (make: (cells: string[]) => { text: string; cells: string[] }, at = 4): Pollution =>
  ({ header, rows }) => {
    const all = [header, ...rows];
    const odd = make(all[at]!);
    const lines = all.map((row, index) => (index === at ? odd.text : writeRow(row)));
    return {
      text: lines.map((line) => `${line}\n`).join(''),
      rows: all.map((row, index) => (index === at ? odd.cells : row)),
    };
  };

const POLLUTIONS: Record<string, Pollution> = {
  semicolons: dialect({ separator: ';' }),
  tabs: dialect({ separator: '\t' }),
  pipes: dialect({ separator: '|' }),
  blanks: dialect({ separator: ' ', all: true }),
  'blanks, quoted where needed': dialect({ separator: ' ' }),
  'comma and blank': dialect({ separator: ', ' }),
  'two pipes': dialect({ separator: '||' }),
  'single quotes': dialect({ quote: "'", all: true }),
  'single quotes where needed': dialect({ quote: "'", separator: ';' }),
  backslashes: dialect({ escape: '\\', all: true }),
  'backslashes where needed': dialect({ escape: '\\', separator: ';' }),
  'CR alone': dialect({ end: '\r' }),
  CRLF: dialect({ end: '\r\n' }),
  'all cells quoted': dialect({ all: true }),
  'mixed line ends': ({ header, rows }) => {
    const ends = ['\n', '\r\n', '\r'];
    const all = [header, ...rows];
    return { text: all.map((row, at) => writeRow(row) + ends[at % 3]!).join(''), rows: all };
  },
  'no line end at the end': ({ header, rows }) => ({
    text: write([header, ...rows]).slice(0, -1),
    rows: [header, ...rows],
  }),
  'two line ends at the end': ({ header, rows }) => ({
    text: `${write([header, ...rows])}\n`,
    rows: [header, ...rows],
  }),
  empty: () => ({ text: '', rows: [] }),
  'a header alone': ({ header }) => ({ text: write([header]), rows: [header] }),
  'no header': ({ rows }) => ({ text: write(rows), rows }),
  'three header rows': ({ header, rows }) => {
    const head = [header.map((_, at) => `part ${at}`), header, header.map(() => '(text)')];
    return { text: write([...head, ...rows]), rows: [...head, ...rows] };
  },
  'a preamble': ({ header, rows }) => {
    const all = [['Export of the register'], ['made on', '2024-11-02'], header, ...rows];
    return { text: write(all), rows: all };
  },
  'a preamble with a blank line': ({ header, rows }) => ({
    text: `Register\n\n${write([header, ...rows], { separator: ';' })}`,
    rows: [['Register'], header, ...rows],
  }),
  'a footer': ({ header, rows }) => {
    const all = [header, ...rows, ['Total', '', '812.40'], ['End of the list']];
    return { text: write(all), rows: all };
  },
  'two tables of one width': ({ header, rows }) => {
    const all = [header, ...rows, header.map((cell) => `old ${cell}`), ...rows.slice(0, 5)];
    return { text: write(all), rows: all };
  },
  'two tables, the second narrower': ({ header, rows }) => {
    const below = rows.slice(0, 6).map((row) => row.slice(0, 3));
    const all = [header, ...rows, header.slice(0, 3), ...below];
    return { text: write(all), rows: all };
  },
  'two tables, the second wider': ({ header, rows }) => {
    const below = rows.slice(0, 6).map((row) => [...row, 'more', '7']);
    const all = [header, ...rows, [...header, 'further', 'count'], ...below];
    return { text: write(all), rows: all };
  },
  'a separator lost in the header': ({ header, rows }) => {
    const joined = [`${header[0]!}${header[1]!}`, ...header.slice(2)];
    return { text: write([joined, ...rows]), rows: [joined, ...rows] };
  },
  'a separator lost in a row': oddRow((cells) => {
    const joined = [...cells.slice(0, 2), `${cells[2]!}${cells[3]!}`, ...cells.slice(4)];
    return { text: writeRow(joined), cells: joined };
  }),
  'a separator too many in a row': oddRow((cells) => {
    const split = [...cells.slice(0, 3), '', ...cells.slice(3)];
    return { text: writeRow(split), cells: split };
  }),
  'cells missing at the end': oddRow((cells) => {
    const short = cells.slice(0, 3);
    return { text: writeRow(short), cells: short };
  }),
  'a quote in the middle of a cell': oddRow((cells) => {
    const odd = cells.map((cell, at) => (at === 4 ? '12 5" Lane' : cell));
    return {
      text: odd.map((cell, at) => (at === 4 ? cell : writeRow([cell]))).join(','),
      cells: odd,
    };
  }),
  'quotes within quotes, not doubled': oddRow((cells) => {
    const odd = cells.map((cell, at) => (at === 4 ? 'the "old" mill' : cell));
    const text = odd.map((cell, at) => (at === 4 ? `"${cell}"` : writeRow([cell]))).join(',');
    return { text, cells: odd };
  }),
  'quotes within quotes next to a separator': oddRow((cells) => {
    const odd = cells.map((cell, at) => (at === 4 ? 'the "old, or new" mill' : cell));
    const text = odd.map((cell, at) => (at === 4 ? `"${cell}"` : writeRow([cell]))).join(',');
    return { text, cells: odd };
  }),
  'an extra quote behind a cell in quotes': oddRow((cells) => {
    const text = cells.map((cell, at) => (at === 2 ? `"${cell}""` : writeRow([cell]))).join(',');
    return { text, cells: cells.map((cell, at) => (at === 2 ? `${cell}"` : cell)) };
  }),
  'a quote that opens a cell and is never closed': oddRow((cells) => {
    const text = cells.map((cell, at) => (at === 3 ? `"${cell}` : writeRow([cell]))).join(',');
    return { text, cells: cells.map((cell, at) => (at === 3 ? `"${cell}` : cell)) };
  }),
  'a stray quote next to a cell in quotes with a separator': oddRow((cells) => {
    const text = [...cells.slice(0, 3), `"${cells[3]!}`, '"12, Mill Lane"', 'ok'].join(',');
    return { text, cells: [...cells.slice(0, 3), `"${cells[3]!}`, '12, Mill Lane', 'ok'] };
  }),
  'a quote left open in the last cell, above one in quotes': ({ header, rows }) => {
    const [open = [], below = [], ...rest] = rows.map((row) => row.slice(0, 4));
    const line = (cells: string[], last: string): string =>
      `${cells.slice(0, 3).join(',')},${last}\n`;
    const head = header.slice(0, 4);
    return {
      text: write([head]) + line(open, '"Ada""') + line(below, '"Eve"') + write(rest),
      rows: [head, [...open.slice(0, 3), 'Ada"'], [...below.slice(0, 3), 'Eve'], ...rest],
    };
  },
  'a row with blanks between its cells': oddRow((cells) => {
    const plain = cells.map((cell) => cell.replaceAll(/[ ;,"]/g, '-'));
    return { text: plain.join(' '), cells: plain };
  }),
  'line breaks in quotes': oddRow((cells) => {
    const odd = cells.map((cell, at) => (at === 5 ? 'first line\nsecond, line' : cell));
    return { text: writeRow(odd), cells: odd };
  }),
  'empty rows of separators': oddRow((cells) => {
    const empty = cells.map(() => '');
    return { text: writeRow(empty), cells: empty };
  }),
  'a row with another separator': oddRow((cells) => {
    const plain = cells.map((cell) => cell.replaceAll(/[;,"]/g, ''));
    return { text: plain.join(';'), cells: plain };
  }),
  'a byte order mark': ({ header, rows }) => ({
    text: `\uFEFF${write([header, ...rows])}`,
    rows: [header, ...rows],
  }),
  'UTF-16': ({ header, rows }) => ({
    text: iconv.encode(write([header, ...rows], { separator: '\t' }), 'utf-16le', { addBOM: true }),
    rows: [header, ...rows],
  }),
  'Windows-1252': ({ header, rows }) => ({
    text: iconv.encode(write([header, ...rows], { separator: ';' }), 'windows-1252'),
    rows: [header, ...rows],
  }),
  'NUL bytes': ({ header, rows }) => ({
    text: write([header, ...rows]).replaceAll('2024', '20\0' + '24'),
    rows: [header, ...rows],
  }),
};

export const POLLUTION_NAMES = Object.keys(POLLUTIONS);

/** One file of that kind; another seed gives other rows. */
export function polluted(name: string, seed: number): PollutedFile {
  const pollute = POLLUTIONS[name]!;
  const remarks = name === 'Windows-1252' || name === 'UTF-16' ? ['', 'déjà vu', 'ok'] : undefined;
  const { text, rows } = pollute(makeTable(seed, remarks));
  return { name, content: typeof text === 'string' ? Buffer.from(text) : text, rows };
}
