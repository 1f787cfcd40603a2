import { currenciesAround, currenciesNamed, narrow } from '../fields/currency-marks.ts';
import { matchHeader } from '../suggestions/header-words.ts';
import { amountColumns } from '../suggestions/score-columns.ts';
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
export function fileCurrency({
  choices,
  looks,
  rows,
  apart,
}: Hypothesis): FileCurrency | undefined {
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
  const above = narrowed(apart.flatMap((row) => row.cells.map(currenciesNamed)));
  const codes =
    inCells?.length === 0
      ? inCells
      : [inCells, ...[inHeaders, inBalances, above].filter((codes) => codes?.length !== 0)].reduce(
          narrow,
          undefined,
        );
  if (codes === undefined) return undefined;
  return {
    codes,
    byHeader: inHeaders?.length === 1,
    inCells: inCells !== undefined,
    example: [...cells, ...headers].find(hasMark) ?? '',
  };
}

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
