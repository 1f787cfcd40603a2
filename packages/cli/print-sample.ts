import type { EvidenceItem } from '#preflight/evidence/evidence';
import type { SampleRow } from '#preflight/report';
import type { CsvTypeSpec } from '#preflight/types/csv-type';
import type { FieldKey } from '#preflight/types/field-key';
import type { Screen } from './screen.ts';
import { printTable } from './table.ts';

/** A column of the table: what it shows of a row, and the fields that it comes from. */
interface ShownColumn {
  title: string;
  fields: readonly FieldKey[];
  read: (row: SampleRow) => string | null | undefined;
  right?: true;
  /** A number that is shown with its sign, and with as many decimals as the others. */
  signed?: true;
}

const COLUMNS: readonly ShownColumn[] = [
  { title: 'Date', fields: ['date'], read: ({ date }) => date },
  {
    title: 'Amount',
    fields: ['amount', 'qty'],
    read: ({ amount }) => amount,
    right: true,
    signed: true,
  },
  { title: 'Cur.', fields: [], read: ({ currency }) => currency },
  { title: 'Quantity', fields: ['qty'], read: ({ quantity }) => quantity, right: true },
  { title: 'Ticker', fields: ['ticker'], read: ({ ticker }) => ticker },
  { title: 'Category', fields: [], read: ({ category }) => category },
  { title: 'Account', fields: [], read: ({ account }) => account },
  {
    title: 'State',
    fields: [],
    read: ({ pending, positionValue = null }) =>
      pending === true ? 'pending' : positionValue && 'held',
  },
  { title: 'Name', fields: ['name'], read: ({ name }) => name },
];

/**
 * Prints rows as they were understood, and how their sign was decided. A column is shown when the type needs it or a
 * row has it; a question mark stands for what could not be read.
 */
export function printSample(
  screen: Screen,
  sample: readonly SampleRow[],
  spec: CsvTypeSpec,
  sign: EvidenceItem | undefined,
): void {
  const needed = new Set(
    spec.fields.flatMap(({ key, required }) => (required === true ? [key] : [])),
  );
  const columns = COLUMNS.filter(
    ({ fields, read }) =>
      fields.some((field) => needed.has(field)) || sample.some((row) => (read(row) ?? '') !== ''),
  );
  const bodies = columns.map((column) => readColumn(column, sample, needed));
  const lines = ['Line', ...sample.map(({ line }) => String(line))];
  const right = [true, ...columns.map((column) => column.right === true)];
  const rows = lines.map((line, at) => [line, ...bodies.map((cells) => cells[at] ?? '')]);
  printTable(screen, rows, right);
  if (sign === undefined) return;
  screen.print();
  screen.print(`Sign: ${describeSign(sign)}`);
}

/** A column's title and cells as text. */
function readColumn(
  { title, fields, read, signed }: ShownColumn,
  sample: readonly SampleRow[],
  needed: ReadonlySet<FieldKey>,
): string[] {
  const unread = fields.some((field) => needed.has(field)) ? '?' : '';
  const longest = Math.max(...sample.map((row) => fractionOf(read(row) ?? '').length));
  const decimals = longest === 1 ? 2 : longest;
  const cells = sample.map((row) => {
    const text = read(row) ?? unread;
    return signed === true && text !== unread ? withSign(text, decimals) : text;
  });
  return [title, ...cells];
}

function fractionOf(decimal: string): string {
  return decimal.split('.')[1] ?? '';
}

function withSign(decimal: string, decimals: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const isGain = !decimal.startsWith('-') && /[1-9]/.test(decimal);
  const padded = decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
  return isGain ? `+${padded}` : padded;
}

function describeSign({ basis, rowsAgree = 0, rowsDisagree = 0 }: EvidenceItem): string {
  switch (basis) {
    case 'sent':
      return 'as the settings or the format of the file say.';
    case 'balance':
      return `proven by the running balance; rows that agree ${rowsAgree}, that do not ${rowsDisagree}.`;
    case 'words':
      return 'taken from the words of the file.';
    case 'distribution':
      return 'taken from how the amounts are spread.';
    case 'none':
      return 'nothing in the file says so. Is money out negative here?';
  }
}
