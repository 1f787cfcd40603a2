import { excerpt } from '../text.ts';
import { findNetAmounts, namesNet } from './net-amounts.ts';
import { followMoves, proveByBalance } from './prove-by-balance.ts';
import { isFee } from './score-columns.ts';
import type { AsRead, BalanceProof } from './prove-by-balance.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoices } from './score-columns.ts';

/** A balance that only follows with the fees is no coincidence. */
const PROVEN_CONFIDENCE = 0.95;

/** Number columns under a word for a fee, where any row has one. */
function feeColumns(looks: readonly ColumnLook[], choices: ColumnChoices): number[] {
  const taken = new Set(Object.values(choices).map(({ index }) => index));
  return looks.flatMap((look, index) => {
    const hasFees = look.numbers > look.zeros && look.numbers === look.filled;
    return hasFees && isFee(look.header) && !taken.has(index) ? [index] : [];
  });
}

/** The choices with the fee column by which more of a running balance follows than without; as they are without one. */
export function withProvenFee(
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
  choices: ColumnChoices,
  asRead?: AsRead,
): ColumnChoices {
  const explained = (tried: ColumnChoices): number => {
    const proof = proveByBalance(looks, rows, tried, asRead);
    return Math.max(
      proof === undefined ? 0 : proof.agree - proof.disagree,
      followMoves(looks, rows, tried)?.size ?? 0,
    );
  };
  const fees = choices.fee === undefined ? feeColumns(looks, choices) : [];
  const hasNet = looks.some(({ header, numbers }) => numbers > 0 && namesNet(header));
  if (fees.length === 0 || hasNet) return choices;
  let best = choices;
  let most = explained(choices);
  for (const index of fees) {
    const tried = { ...choices, fee: { index, confidence: PROVEN_CONFIDENCE } };
    const count = explained(tried);
    if (count > most) [best, most] = [tried, count];
  }
  return best;
}

/** What a reading says of its fees: a part of a hypothesis, which is made with the function above. */
interface FeesRead {
  looks: readonly ColumnLook[];
  rows: readonly SampleRow[];
  choices: ColumnChoices;
  proof?: BalanceProof;
  total?: object;
}

/** Names a fee column that may have to be taken off the amounts; undefined when the content says whether. */
export function feeWarning({ looks, rows, choices, proof, total }: FeesRead): string | undefined {
  const [fee] = feeColumns(looks, choices);
  if (fee === undefined || choices.fee !== undefined) return undefined;
  if (total !== undefined || (proof !== undefined && proof.disagree === 0)) return undefined;
  if ((followMoves(looks, rows, choices)?.size ?? 0) >= rows.length - 1) return undefined;
  if (findNetAmounts(looks, rows)?.net === choices.amount?.index) return undefined;
  const header = excerpt(looks[fee]?.header ?? '');
  return `Column "${header}" holds fees, and nothing in the content says whether the amounts already include them: they were read as they are. Send fee_col_label to deduct the fees.`;
}
