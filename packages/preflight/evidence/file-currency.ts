import {
  currenciesAround,
  currenciesNamed,
  currenciesOf,
  currenciesOfCell,
  narrow,
} from '../fields/currency-marks.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { amountColumns, isOtherAmount } from '../suggestions/score-columns.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { SampleRow } from '../suggestions/sample.ts';

/** What a file says about the currency of its amounts, apart from a column of currencies. */
export interface FileCurrency {
  /** The currencies that may be meant: exactly one if the file settles it. */
  codes: readonly string[];
  /** The header of the amounts names it, so a column of currencies must belong to another amount. */
  byHeader: boolean;
  /** The marks are in the cells: each amount has its own. */
  inCells: boolean;
  /** A column of currencies has marks that several currencies share. */
  inColumn: boolean;
  /** The text of an ambiguous mark, to show to the person who decides. */
  example: string;
  /** Fewer than half of the amounts have a mark, so that it says nothing about the others: how many, and of how many. */
  some?: { marked: number; amounts: number };
}

/**
 * The currency of a statement: from the marks in the cells of its amounts, narrowed down by their headers, the balance
 * and the lines above the table. Undefined where nothing names one.
 */
export function fileCurrency(found: Hypothesis): FileCurrency | undefined {
  const { choices, looks, rows, apart } = found;
  const columns = amountColumns(choices);
  const balances = looks.flatMap(({ header, numbers }, index) =>
    numbers > 0 && !columns.includes(index) && matchHeader(header, 'balance') > 0 ? [index] : [],
  );
  const cells = cellsIn(rows, columns);
  const inCells = narrowed(cells.map(currenciesAround));
  const shared = cells.filter((cell) => (currenciesAround(cell)?.length ?? 0) > 1);
  const paid = cells.filter((cell) => /[1-9]/.test(cell));
  const marked = paid.filter((cell) => currenciesAround(cell) !== undefined).length;
  const isOfSome = marked > 0 && marked * 2 < paid.length;
  const headers = columns.map((column) => looks[column]?.header ?? '');
  const inHeaders = narrowed(headers.map(currenciesNamed));
  const inBalances = narrowed([
    ...cellsIn(rows, balances).map(currenciesAround),
    ...balances.map((column) => currenciesNamed(looks[column]?.header ?? '')),
  ]);
  const marks = sharedMarks(found);
  const inMarks = narrowed(marks.map(currenciesOf));
  const above = narrowed(apart.flatMap(({ cells }) => cells.map(currenciesStated)));
  const stated = [inHeaders, inMarks, inBalances, above].filter((codes) => codes?.length !== 0);
  const ofAll = isOfSome ? undefined : inCells;
  const differ = inCells?.length === 0;
  // Where cells differ, each one's own mark counts, and those that several currencies share stay open.
  const codes = differ
    ? [...new Set(shared.flatMap((cell) => currenciesAround(cell) ?? []))]
    : ([ofAll, ...stated].reduce(narrow, undefined) ?? (isOfSome ? [] : undefined));
  if (codes === undefined) return undefined;
  const words = looks.map(({ header }) => header.toLowerCase()).join(' ');
  const [, ofLanguage] = LANGUAGES.find(([letters]) => letters.test(words)) ?? [];
  return {
    codes: (differ ? undefined : narrow(codes, ofLanguage)) ?? codes,
    byHeader: inHeaders?.length === 1,
    inCells: inCells !== undefined,
    inColumn: marks.length > 0,
    example:
      [...shared, ...cells, ...marks, ...headers, ...apart.flatMap((row) => row.cells)].find(
        hasMark,
      ) ?? '',
    ...(isOfSome && { some: { marked, amounts: paid.length } }),
  };
}

/** The marks in the column of currencies that several currencies share; none where it has anything else as well. */
function sharedMarks({ rows, choices }: Hypothesis): string[] {
  const at = choices.currency?.index;
  const cells = at === undefined ? [] : cellsIn(rows, [at]).filter((cell) => cell !== '');
  const isMarked = cells.every((cell) => currenciesOfCell(cell) !== undefined);
  return isMarked ? cells.filter((cell) => (currenciesOfCell(cell)?.length ?? 0) > 1) : [];
}

/** The currencies that a line above the table names, or states after a label: `Devise : MAD`, in two cells or one. */
function currenciesStated(
  cell: string,
  at: number,
  cells: string[],
): readonly string[] | undefined {
  const before = cells.slice(0, at).findLast((one) => one !== '');
  const [label = '', value = ''] = cell.includes(':') ? cell.split(':') : [before, cell];
  const isLabelled = matchHeader(label, 'currency') > 0 && !isOtherAmount(label);
  const words = isLabelled ? value.trim() : '';
  // Peso Chileno: each word narrows what the others may mean.
  const stated = currenciesOf(words) ?? narrowed(words.split(' ').map(currenciesOf));
  // A person's name may be a currency code or word: HUF is a family in India.
  if (matchHeader(label, 'name') > 0.5) return undefined;
  return stated ?? currenciesNamed(cell);
}

/** Headers that tell which of several countries with one mark a file is from: characters of mainland China, Nordic words for money. */
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

/** The currencies that all marks of one kind have in common: empty if they contradict each other, undefined without any. */
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
