import { hasWorth } from './propose-amounts.ts';
import { excerpt } from '../text.ts';
import { findNetAmounts, namesNet } from './net-amounts.ts';
import { followMoves, proveByBalance } from './prove-by-balance.ts';
import { feeOfTrades } from './worth-of-trades.ts';
import { isTax } from './header-words.ts';
import { isFee } from './score-columns.ts';
import type { AsRead, BalanceProof } from './prove-by-balance.ts';
import type { ColumnChoices, Sampled } from './score-columns.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A balance that only follows when fees are included is no coincidence. */
const PROVEN_CONFIDENCE = 0.95;
/** Amounts that are quantity times price have no fee in them. */
const TRADED_CONFIDENCE = 0.8;

/** Number columns under a word for a fee in which any row has one. */
function feeColumns({ looks, choices }: Sampled, names = isFee): number[] {
  const taken = new Set(Object.values(choices).map(({ index }) => index));
  return looks.flatMap((look, index) => {
    const hasFees = look.numbers > look.zeros && look.numbers === look.filled;
    return hasFees && names(look.header) && !taken.has(index) ? [index] : [];
  });
}

/** The columns of fees and taxes that are not part of the amounts, as these are quantity times price. */
export function chargesOnTop(sampled: Sampled): number[] {
  const charges = [isFee, isTax].flatMap((names) => feeColumns(sampled, names));
  return charges.filter((index) => feeOfTrades(sampled, index) === 'on_top');
}

/** The choices with the fee column that makes more of a running balance follow; unchanged if there is none. */
export function withProvenFee(sampled: Sampled, asRead?: AsRead): ColumnChoices {
  const { looks, choices } = sampled;
  const explained = (tried: ColumnChoices): number => {
    const other = { ...sampled, choices: tried };
    const proof = proveByBalance(other, asRead);
    const gain = proof === undefined ? 0 : proof.agree - proof.disagree;
    return Math.max(gain, followMoves(other)?.size ?? 0);
  };
  const fees = feeColumns(sampled);
  const hasNet = looks.some(({ header, numbers }) => numbers > 0 && namesNet(header));
  if (choices.fee !== undefined || hasNet) return choices;
  let best = choices;
  let most = explained(choices);
  for (const index of fees) {
    const tried = { ...choices, fee: { index, confidence: PROVEN_CONFIDENCE } };
    const count = explained(tried);
    if (count > most) [best, most] = [tried, count];
  }
  const [onTop] = best === choices ? chargesOnTop(sampled) : [];
  if (onTop === undefined) return best;
  return { ...choices, fee: { index: onTop, confidence: TRADED_CONFIDENCE } };
}

/** Names a fee column that may have to be deducted from the amounts; undefined if the content answers that. */
export function feeWarning(
  sampled: Sampled & { proof?: BalanceProof; total?: object },
): Warning | undefined {
  const { looks, rows, choices, proof, total } = sampled;
  const [fee] = feeColumns(sampled);
  if (fee === undefined || choices.fee !== undefined) return undefined;
  // The first booking follows from no balance: if only that has a fee, the others prove nothing of it.
  const first = proof?.order === 'newest_first' ? rows.at(-1) : rows[0];
  const hasFee = rows.some((row) => row !== first && hasWorth(row, fee));
  if (total !== undefined || (proof?.disagree === 0 && hasFee)) return undefined;
  const moves = followMoves(sampled);
  if (moves !== undefined && moves.size >= rows.length - 1 && hasFee) return undefined;
  const net = findNetAmounts(sampled)?.net;
  if (net !== undefined && net === choices.amount?.index) return undefined;
  if (feeOfTrades(sampled, fee) === 'included') return undefined;
  return warning('fees_open', { column: excerpt(looks[fee]?.header ?? '') });
}
