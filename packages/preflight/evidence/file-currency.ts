import {
  currenciesAround,
  currenciesNamed,
  currenciesOf,
  narrow,
} from '../fields/currency-marks.ts';
import { isCurrencyCode } from '../currencies.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { amountColumns, isOtherAmount } from '../suggestions/score-columns.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { SampleRow } from '../suggestions/sample.ts';

/** What a file says of the currency of its amounts outside a column of currencies. */
export interface FileCurrency {
  /** The currencies that may be meant: one when the file tells. */
  codes: readonly string[];
  /** The header of the amounts names it, whatever a column of currencies says: that is the currency of another amount. */
  byHeader: boolean;
  /** Cells carry marks: each has its own. */
  inCells: boolean;
  /** The text of an ambiguous mark, for the person who decides. */
  example: string;
}

/**
 * The currency that a statement is in: by the marks in the cells of its amounts, narrowed by their headers, the balance and the lines
 * above the table. Undefined where nothing names one.
 */
export function fileCurrency(found: Hypothesis): FileCurrency | undefined {
  const { choices, looks, rows, apart } = found;
  const columns = amountColumns(choices);
  const balances = looks.flatMap(({ header, numbers }, index) =>
    numbers > 0 && !columns.includes(index) && matchHeader(header, 'balance') > 0 ? [index] : [],
  );
  const cells = cellsIn(rows, columns);
  const inCells = narrowed(cells.map(currenciesAround));
  const headers = columns.map((column) => looks[column]?.header ?? '');
  const inHeaders = narrowed(headers.map(currenciesNamed));
  const inBalances = narrowed([
    ...cellsIn(rows, balances).map(currenciesAround),
    ...balances.map((column) => currenciesNamed(looks[column]?.header ?? '')),
  ]);
  const inMarks = narrowed(columns.flatMap((column) => marksNextTo(found, column)));
  const above = narrowed(apart.flatMap(({ cells }) => cells.map(currenciesStated)));
  const codes =
    inCells?.length === 0
      ? inCells
      : [
          inCells,
          ...[inHeaders, inMarks, inBalances, above].filter((codes) => codes?.length !== 0),
        ].reduce(narrow, undefined);
  if (codes === undefined) return undefined;
  const words = looks.map(({ header }) => header.toLowerCase()).join(' ');
  const [, ofLanguage] = LANGUAGES.find(([letters]) => letters.test(words)) ?? [];
  return {
    codes: narrow(codes, ofLanguage) ?? codes,
    byHeader: inHeaders?.length === 1,
    inCells: inCells !== undefined,
    example: [...cells, ...headers, ...apart.flatMap((row) => row.cells)].find(hasMark) ?? '',
  };
}

/**
 * The marks in a column of currencies next to one of amounts, where all rows have signs: an import reads codes only. Most files
 * write them behind.
 */
function marksNextTo({ looks, rows }: Hypothesis, column: number): (readonly string[])[] {
  const at = [column + 1, column - 1].find((index) => {
    const header = looks[index]?.header ?? '';
    return matchHeader(header, 'currency') > LABEL_MIN && !isOtherAmount(header);
  });
  if (at === undefined) return [];
  const cells = cellsIn(rows, [at]).flatMap((cell) => cell.trim() || []);
  const marks = cells.map((cell) => (isCurrencyCode(cell) ? undefined : currenciesOf(cell)));
  return marks.every((codes) => codes !== undefined) ? marks : [];
}

/** The currencies that a line above the table names, or states below a word for it: `Devise : MAD`, two cells or one. */
function currenciesStated(
  cell: string,
  at: number,
  cells: string[],
): readonly string[] | undefined {
  const [label = '', value = ''] = cell.includes(':') ? cell.split(':') : [cells[at - 1], cell];
  const isLabelled = label !== '' && matchHeader(label, 'currency') > LABEL_MIN;
  const stated = isLabelled ? currenciesOf(value.trim()) : undefined;
  return stated ?? currenciesNamed(cell);
}

/** A phrase for a currency, not one among other words. */
const LABEL_MIN = 0.55;

/** Headers by which one of several lands with the same mark writes: characters of mainland China, and words of the north for money. */
const LANGUAGES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[额账户时间类费单记对币]/u, ['CNY']],
  [/[ðþ]/u, ['ISK']],
  [/beløb|bogf|indbetal/u, ['DKK']],
  [/beløp|bokført|innskudd/u, ['NOK']],
  [/belopp|bokför|insättning/u, ['SEK']],
];

function hasMark(text: string): boolean {
  return (currenciesAround(text) ?? currenciesNamed(text)) !== undefined;
}

export function cellsIn(rows: readonly SampleRow[], columns: readonly number[]): string[] {
  return rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? ''));
}

/** What all marks of one kind have in common: none where they contradict each other, undefined without any. */
function narrowed(
  marks: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  return marks.reduce<readonly string[] | undefined>(
    (common, codes) =>
      common === undefined || codes === undefined
        ? (common ?? codes)
        : common.filter((code) => codes.includes(code)),
    undefined,
  );
}
