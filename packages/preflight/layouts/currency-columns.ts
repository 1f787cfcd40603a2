import { trimmedText } from '../csv/row-view.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import { isMoney } from '../currencies.ts';
import { isFigure } from '../evidence/stated-totals.ts';
import { currenciesNamed, currenciesOf } from '../fields/currency-marks.ts';
import { datesWithin } from '../fields/dates.ts';
import { HEADER_ROWS_MAX } from '../suggestions/find-table.ts';
import { listed } from '../text.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { RowView } from '../csv/row-view.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

const ROWS_MIN = 2;

/** The amount columns of a header, and the currency of each; blank for the account's. */
type Currencies = ReadonlyMap<number, string>;

/** What `$` means next to the currency of a land that has no dollar. */
const DOLLAR = 'USD';
/** The sign for a currency that is not named. */
const UNNAMED = '¤';
/** A word at the end that is no code: Monto colones, Cargos en soles, Débito L. */
const NAME = /(?<=\s)(?:\p{L}{4,}|\p{L}{1,3}\.)$/u;
/** The currency of the land, as banks that also have accounts in dollars call it. */
const LOCAL = /^(?:(?:monto|importe) )?(?:(?:en )?moneda )?(?:local|nacional)$/i;

/**
 * The columns whose headers each name one currency, if they name several in all. Next to `U$S`, a single `$` is that of the land.
 * Money in and fees may have such columns, too: those that differ in the currency alone belong together.
 */
export function currencyColumns(header: readonly string[]): Currencies[] | undefined {
  const marked = header.map(
    (cell) =>
      currenciesOf(cell) ?? currenciesNamed(cell) ?? currenciesOf(NAME.exec(cell)?.[0] ?? '') ?? [],
  );
  const isSingle = marked.filter(({ length }) => length > 1).length === 1;
  const isNamed = (code: string): boolean =>
    marked.some((own) => own.length === 1 && own[0] === code);
  const codes = marked.map(([code, ...others], at) => {
    if (LOCAL.test((header[at] ?? '').trim())) return UNNAMED;
    if (others.length === 0) return code;
    if (!isSingle) return undefined;
    return code === DOLLAR && ![code, ...others].some(isNamed) ? DOLLAR : '';
  });
  const isNamedAs = (cell: string): boolean =>
    header.some((other, at) => codes[at] !== undefined && other === cell.slice(0, -3) + codes[at]);
  const named = header.flatMap((cell, column): [number, string][] => {
    // GEL and other codes that are also words, where the columns next to it differ only in the code.
    const last = /[A-Z]{3}$/.exec(cell)?.[0] ?? '';
    const code = codes[column] ?? (isMoney(last) && isNamedAs(cell) ? last : undefined);
    return code === undefined ? [] : [[column, code]];
  });
  const groups = new Map<string, [number, string][]>();
  for (const one of named) {
    const own = header[one[0]] ?? '';
    const words = own.includes(one[1]) ? own.replace(one[1], '') : own.replace(/\s\S+$/u, '');
    groups.set(words, [...(groups.get(words) ?? []), one]);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  const found = (several.length > 1 ? several : [named]).map((group) => new Map(group));
  return new Set(found[0]?.values()).size < 2 ? undefined : found;
}

/**
 * Writes the amounts of several columns, one for each currency, into the first of them, with their currencies; of an exchange the
 * first of its two amounts, of which one has a minus. Undefined where a row has two others: one is in the account's currency, the
 * other in the shop's.
 */
export function joinCurrencyColumns(text: SeparatedText): Relaid | undefined {
  const { rows } = text;
  const dates = datesWithin(text.accepted);
  // Balances are in all of the columns.
  const isBooking = ({ cells }: SampleRow): boolean =>
    cells.some((cell) => dates.isDate(cell)) && !cells.some(isFigure);
  for (const [at, { cells, line }] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const groups = currencyColumns(cells) ?? [];
    const [columns] = groups;
    if (columns === undefined) continue;
    const below = rows.slice(at + 1).filter((row) => row.cells.length >= cells.length);
    if (!areApart(below.filter(isBooking), columns)) continue;
    const exchanged: number[] = [];
    const bytes = rewriteText(text, (row) => {
      const texts = Array.from({ length: row.cells }, (_, at) => trimmedText(row, at));
      if (row.line <= line || texts.some(isFigure)) return undefined;
      const paid = [...columns.keys()].filter((column) => isPaid(trimmedText(row, column)));
      if (paid.length > 1 && texts.some((cell) => dates.isDate(cell))) exchanged.push(row.line);
      // A fee is behind its amount, and money in has a row of its own.
      const paidIn = groups.flatMap((own) =>
        [...own]
          .filter(([column]) => isPaid(trimmedText(row, column)))
          .map(([column, code]) => ({ own, column, code })),
      );
      const [first] = paidIn;
      if (first === undefined) return undefined;
      const { own, column, code } = first;
      const others = groups.filter((group) => group !== own);
      return new Map([
        ...others.flatMap((group) => joinOf(group, (at) => group.get(at) === code, row)),
        ...joinOf(own, (at) => at === column, row, code),
      ]);
    });
    const named = [...columns.keys()].map((column) => `"${cells[column] ?? ''}"`).join(', ');
    const warnings = [warning('currency_columns', { columns: named }), ...halvedWarning(exchanged)];
    return { bytes, warnings };
  }
  return undefined;
}

/** What the columns have in a row once the cell of one of them is in the first, behind its currency if that is given. */
function joinOf(
  columns: Currencies,
  isOwn: (column: number) => boolean,
  row: RowView,
  code = '',
): [number, string][] {
  const cell = [...columns.keys()].filter(isOwn).map((column) => trimmedText(row, column))[0] ?? '';
  return [...columns.keys()].map((column, at) => [
    column,
    at === 0 ? `${code} ${cell}`.trim() : '',
  ]);
}

/** A warning of exchanges of which only one side is read, by their lines; none without lines. */
export function halvedWarning(lines: readonly number[]): Warning[] {
  const { length: count } = lines;
  return count === 0 ? [] : [warning('exchanges_halved', { count, lines: listed(lines) })];
}

/** Whether a cell is an amount other than zero. */
export function isPaid(cell: string): boolean {
  return /[1-9]/.test(cell) && readAmountText(cell) !== 0;
}

/** Whether every row has its amount in one of the columns alone, or exchanges one for another, and several are used. */
function areApart(rows: readonly SampleRow[], columns: Currencies): boolean {
  const paid = rows
    .map(({ cells }) =>
      [...columns.keys()].flatMap((column) => {
        const cell = cells[column] ?? '';
        return isPaid(cell) ? [{ column, isOut: isNegativeAmount(cell) }] : [];
      }),
    )
    .filter((own) => own.length > 0);
  const used = new Set(paid.map(([own]) => own?.column));
  const isApart = (own: (typeof paid)[number]): boolean =>
    own.length === 1 || (own.length === 2 && own[0]?.isOut !== own[1]?.isOut);
  return paid.length > ROWS_MIN && used.size > 1 && paid.every(isApart);
}
