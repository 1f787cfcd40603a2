import { provenByDifference, statedBalances } from '../evidence/stated-balances.ts';
import { statedFigures } from '../evidence/stated-figures.ts';
import { judgeTotals, statedTotals } from '../evidence/stated-totals.ts';
import { amountsOf, formatsOf } from './prove-by-balance.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { StatedBalance } from '../evidence/stated-balances.ts';
import type { StatedFigure } from '../evidence/stated-figures.ts';
import type { Sums, TotalsVerdict } from '../evidence/stated-totals.ts';
import type { AsRead } from './prove-by-balance.ts';
import type { SampleRow } from './sample.ts';
import type { ColumnChoices, Sampled } from './score-columns.ts';

/** The bookings of a sample, its other rows, and whether it has all rows. */
export interface Surrounded extends Pick<Sampled, 'rows' | 'choices'> {
  below: readonly SampleRow[];
  apart: readonly SampleRow[];
  whole: boolean;
}

/** What balances or totals that are stated above or below the bookings prove about the amounts. */
export interface FiguresProof {
  /** The amounts have the opposite sign; undefined if the figures fit either way. */
  reversed?: boolean;
  format: NumberFormat;
  /** Balances before and after the bookings prove it, so that nothing else moved money; totals may lack fees. */
  isByBalances: boolean;
  /** The figures also fit under another number format. */
  isTied: boolean;
}

function figuresAround({ below, apart, rows }: Surrounded): StatedFigure[] {
  const bookings = new Set(rows);
  return statedFigures([...apart, ...below.filter((row) => !bookings.has(row))]);
}

/** The balances stated in rows that are not bookings. */
export function balancesAround(sample: Surrounded, format: NumberFormat): StatedBalance[] {
  return statedBalances(figuresAround(sample), format);
}

/** What stated balances or totals prove about the amounts; undefined if the bookings do not add up to them. */
export function proveByFigures(sample: Surrounded, asRead?: AsRead): FiguresProof | undefined {
  const { rows, choices, whole } = sample;
  const { amount, outflow, inflow } = choices;
  const column = (amount ?? outflow ?? inflow)?.index;
  if (!whole || column === undefined) return undefined;
  const figures = figuresAround(sample);
  if (figures.length === 0) return undefined;
  const [proof, ...others] = formatsOf(rows, column).flatMap((format) => {
    const sums = sumsOf(sample, format, asRead);
    const balances = statedBalances(figures, format);
    const byBalances = provenByDifference(balances, sums.in - sums.out - sums.fees);
    if (byBalances !== undefined) return [{ ...byBalances, format, isByBalances: true }];
    const totals = statedTotals(figures, rows, choices, format);
    const { fits, isTurned } = judgeTotals(totals, sums, amount === undefined);
    const reversed = isTurned === undefined ? {} : { reversed: isTurned };
    return fits ? [{ format, isByBalances: false, ...reversed }] : [];
  });
  return proof === undefined ? undefined : { ...proof, isTied: others.length > 0 };
}

/** What the stated totals prove about the bookings as read; undefined unless all rows are known. */
export function totalsAround(
  sample: Surrounded,
  format: NumberFormat,
  asRead: AsRead,
): TotalsVerdict | undefined {
  const { rows, choices, whole } = sample;
  if (!whole) return undefined;
  const totals = statedTotals(figuresAround(sample), rows, choices, format);
  return judgeTotals(totals, sumsOf(sample, format, asRead), choices.amount === undefined);
}

/**
 * Sums the bookings by side, and the fees that their amounts do not include yet. In a column for money out or money in, a reversal
 * reduces the sum.
 */
function sumsOf(
  { rows, choices }: Surrounded,
  format: NumberFormat,
  asRead?: AsRead,
): Sums & { fees: number } {
  const { amount, outflow, inflow, fee } = choices;
  const sum = (of: ColumnChoices, counts: (value: number) => boolean = () => true): number =>
    amountsOf({ rows, choices: of }, format, asRead)
      .filter((value) => !Number.isNaN(value) && counts(value))
      .reduce((total, value) => total + value, 0);
  if (amount !== undefined) {
    const [out, paidIn] = [-sum(choices, (value) => value < 0), sum(choices, (value) => value > 0)];
    return { out, in: paidIn, fees: 0 };
  }
  return {
    out: outflow === undefined ? 0 : -sum({ outflow }),
    in: inflow === undefined ? 0 : sum({ inflow }),
    fees: fee === undefined ? 0 : -sum({ fee }),
  };
}
