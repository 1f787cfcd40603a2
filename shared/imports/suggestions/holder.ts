import { excerpt } from '../../text.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { hasWorth } from './propose-amounts.ts';
import { matchHeader } from './header-words.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';

/** A header with the word for a party among others does not name it. */
const PARTY_MATCH_MIN = 0.55;

/**
 * Payer and payee in two columns: the one that was taken for the name holds the account's own holder wherever money goes
 * the other way. Undefined unless one name stands in just those rows.
 */
export function holderWarning({ looks, rows, choices }: Hypothesis): string | undefined {
  const { name, amount, inflow } = choices;
  if (name === undefined) return undefined;
  const isIn = (row: SampleRow): boolean =>
    amount === undefined
      ? inflow !== undefined && hasWorth(row, inflow.index)
      : !isNegativeAmount(row.cells[amount.index] ?? '');
  const sides = [rows.filter(isIn), rows.filter((row) => !isIn(row))];
  const namesIn = (column: number, side: readonly SampleRow[]): Set<string> =>
    new Set(side.map(({ cells }) => cells[column] ?? ''));
  for (const [at, side] of sides.entries()) {
    const others = sides[1 - at] ?? [];
    const [holder, more] = namesIn(name.index, side);
    if (side.length < 2 || others.length < 2 || holder === undefined || holder === '') continue;
    if (more !== undefined || namesIn(name.index, others).has(holder)) continue;
    const other = looks.findIndex(
      ({ header }, column) =>
        column !== name.index &&
        matchHeader(header, 'name') >= PARTY_MATCH_MIN &&
        side.every((row) => (row.cells[column] ?? '') !== '') &&
        namesIn(column, others).size === 1,
    );
    if (other < 0) continue;
    const [taken, rest] = [name.index, other].map((column) => excerpt(looks[column]?.header ?? ''));
    return `All bookings of money ${at === 0 ? 'in' : 'out'} are named "${excerpt(holder)}", probably the holder of the account, by column "${taken}"; column "${rest}" has the other party of those. Send name_col_label to choose.`;
  }
  return undefined;
}
