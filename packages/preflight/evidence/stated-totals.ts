import { readAmountText } from '../fields/amounts.ts';
import { directionOfStem } from '../suggestions/direction-words.ts';
import { matchHeader, plainWords } from '../suggestions/header-words.ts';
import { amountColumns, isOtherAmount } from '../suggestions/score-columns.ts';
import { isBalanceLabel, isEndBalance } from './stated-balances.ts';
import { valueUnder } from './stated-figures.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { ColumnChoices } from '../suggestions/score-columns.ts';
import type { StatedFigure } from './stated-figures.ts';

/** Which bookings a total adds up. */
type TotalSide = 'out' | 'in' | 'all';

/** A sum of bookings that a statement prints, in ten-thousandths, without its sign. */
export interface StatedTotal {
  line: number;
  value: number;
  side: TotalSide;
  /** Words name the side; otherwise the column does. */
  isSaid: boolean;
  /** Words call it a total of the bookings, so a mismatch means an error. */
  isSure: boolean;
}

/** What the bookings add up to, in ten-thousandths: money out and money in, without signs. */
export interface Sums {
  out: number;
  in: number;
}

/** What the stated totals prove about a reading of the amounts. */
export interface TotalsVerdict {
  /** The sums fit: with the other sign if `isTurned` is true, either way if it is undefined. */
  fits: boolean;
  isTurned?: boolean;
  /** Totals that are the only ones of their side and that the rows do not add up to. */
  misses: (StatedTotal & { read: number })[];
}

const TOTAL =
  /(?<!\p{L})(?:(?:sub|grand )?total\p{L}*|totaux|sums?|summe\p{L}*|gesamt\p{L}*|insgesamt|somm[ea]|suma|sume|soma|summa|sammanlagt|i alt|yhteensa|razem|lacznie|celkem|spolu|osszesen|mindosszesen|ukupno|skupaj|toplam\p{L}*|συνολο|итого|всего|разом|viso|kopa|kokku|tong|jumlah|totaal)(?!\p{L})|合計|合计|總計|总计|총계|합계|סה כ|المجموع/u;
/** A total has cents where the bookings have; a count has none. */
const CENTS = /[.,]\d{1,2}\D*$/;
/** Totals of another period, or of something that is not a booking. */
const OTHER_TOTAL =
  /\b(?:year|ytd|jahr|vorjahr|vormonat|annee|anno|ano|previous|last|prior|minimum|due|pending|available|outstanding|owed|owing|verfugbar|disponible|disponibile|faellig|fallig|rewards?|miles|bonus)\b/u;

/** Whether a text labels a balance or a total: files with opening balances between the bookings also have these. */
export function isFigure(cell: string): boolean {
  if (isEndBalance(cell)) return true;
  const label = plainWords(cell).replace(/(?<=\b\p{L}) (?=\p{L}\b)/gu, '');
  const isTotal = label.split(' ').length <= 3 && label.search(TOTAL) === 0;
  return FIGURES.has(label) || (isTotal && !FILLING_STATION.test(label));
}

const FILLING_STATION = /^total(?:$| ?(?:energies|energy|access|erg|gas|station|oil|petrol)\b)/u;

const FIGURES: ReadonlySet<string> = new Set(
  'saldo,saldo do dia,saldo del dia,balance,new balance,solde,sold,stanje,kaive,bakiye,umsatze,apyvarta,apgrozijums,обороты,обороти'.split(
    ',',
  ),
);

/** Whether a label names a total or a balance. */
export function isFigureLabel(label: string): boolean {
  return TOTAL.test(label) || isBalanceLabel(label);
}

/**
 * The figures that are totals of these bookings. Below the first total, the column says what is added up where no word
 * does, and a figure without words may be the total of its column.
 */
export function statedTotals(
  figures: readonly StatedFigure[],
  rows: readonly SampleRow[],
  choices: ColumnChoices,
  format: NumberFormat,
): StatedTotal[] {
  const { amount, outflow, inflow } = choices;
  const columns = amountColumns(choices);
  const hasCents = rows.some(({ cells }) => columns.some((at) => CENTS.test(cells[at] ?? '')));
  const isNumeric = (column: number): boolean =>
    rows.some(({ cells }) => readAmountText(cells[column] ?? '') !== 0);
  const sideOfColumn = ({ line, column }: StatedFigure): TotalSide | 'none' | undefined => {
    if (line < (rows[0]?.line ?? 0)) return undefined;
    if (column === amount?.index) return 'all';
    if (column === outflow?.index) return 'out';
    if (column === inflow?.index) return 'in';
    return isNumeric(column) ? 'none' : undefined;
  };
  return figures.flatMap((figure): StatedTotal[] => {
    const { line, label, text, alone } = figure;
    const isNamed = TOTAL.test(label);
    if (!isNamed && label !== '') return [];
    if (isBalanceLabel(label) || isOtherAmount(label) || OTHER_TOTAL.test(label)) return [];
    const others = label.replace(TOTAL, ' ').trim();
    const said = sideOf(others);
    const column = sideOfColumn(figure);
    const side = said ?? column ?? (alone && isNamed ? 'all' : 'none');
    const value = Math.abs(valueUnder(figure, format));
    if (side === 'none' || Number.isNaN(value)) return [];
    const isPlain = others === '' || matchHeader(others, 'amount') > 0;
    const isSure =
      isNamed &&
      (isPlain || said !== undefined || side !== 'all') &&
      (!hasCents || CENTS.test(text));
    return [{ line, value, side, isSaid: said !== undefined, isSure }];
  });
}

/** Money out or in, according to the words above such columns. */
function sideOf(words: string): TotalSide | undefined {
  const direction = directionOfStem(words);
  if (direction !== undefined) return direction;
  const [out, paidIn] = [matchHeader(words, 'outflow'), matchHeader(words, 'inflow')];
  if (out === paidIn || Math.min(out, paidIn) > 0) return undefined;
  return out > 0 ? 'out' : 'in';
}

/** Compares stated totals with the sums of a reading. If money out and in have columns of their own, no sign can be reversed. */
export function judgeTotals(
  totals: readonly StatedTotal[],
  sums: Sums,
  isSplit: boolean,
): TotalsVerdict {
  const turned: Sums = { out: sums.in, in: sums.out };
  const sides = (['out', 'in', 'all'] as const).map((side) => ({
    side,
    stated: totals.filter((total) => total.side === side),
  }));
  const fitting = (by: Sums): number =>
    sides.filter(({ side, stated }) => {
      const said = stated.filter(({ isSaid }) => isSaid);
      return side !== 'all' && isMet(said, side, by);
    }).length;
  const [asRead, other] = [fitting(sums), isSplit ? 0 : fitting(turned)];
  const met = other > asRead ? turned : sums;
  const misses = sides.flatMap(({ side, stated }) => {
    const [first, ...rest] = stated.filter(({ isSure }) => isSure);
    const isOpen = first === undefined || rest.some(({ value }) => value !== first.value);
    if (isOpen || fitsSide(stated, side, met)) return [];
    return [{ ...first, read: side === 'all' ? Math.abs(met.in - met.out) : met[side] }];
  });
  const hasSum = sides.some(({ side, stated }) => isMet(stated, side, met));
  return {
    fits: (hasSum && misses.length === 0) || isGross(totals, sums),
    ...(asRead !== other && { isTurned: other > asRead }),
    misses,
  };
}

/** Whether one of the figures, or all of them together, equal the sum. */
function fitsSide(stated: readonly StatedTotal[], side: TotalSide, sums: Sums): boolean {
  const wanted = side === 'all' ? [Math.abs(sums.in - sums.out), sums.in + sums.out] : [sums[side]];
  const values = stated.map(({ value }) => value);
  const whole = values.reduce((sum, value) => sum + value, 0);
  return wanted.some((sum) => values.includes(sum) || whole === sum);
}

/** The same, for a sum other than zero: two zeros prove nothing. */
function isMet(stated: readonly StatedTotal[], side: TotalSide, sums: Sums): boolean {
  return stated.some(({ value }) => value !== 0) && fitsSide(stated, side, sums);
}

/** Whether the amounts have no sign: money out and money in add up to the sum of all amounts. */
function isGross(totals: readonly StatedTotal[], sums: Sums): boolean {
  const of = (side: TotalSide): number[] =>
    totals.filter((total) => total.side === side).map(({ value }) => value);
  return of('out').some((out) =>
    of('in').some((paidIn) => out > 0 && paidIn > 0 && out + paidIn === sums.in + sums.out),
  );
}
