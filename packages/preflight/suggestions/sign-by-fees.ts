import { isNegativeAmount } from '../fields/amounts.ts';
import { findNetAmounts } from './net-amounts.ts';
import { hasSigns, isFee } from './score-columns.ts';
import { asWritten, turned } from './sign.ts';
import { sidesByCharges } from './trade-figures.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { AmountSign } from './sign.ts';

/** Fewer negative fees prove nothing. */
const FEES_MIN = 2;

/** Judges by fees: a fee reduces incoming payments and is added to outgoing ones. */
export function judgeByFees(
  hypothesis: Hypothesis,
  amount: number,
  hasDirections: (hypothesis: Hypothesis, amount: number) => boolean,
): AmountSign | undefined {
  const { looks } = hypothesis;
  const found = findNetAmounts(hypothesis);
  if (found === undefined && isChargedToPayee(hypothesis, amount)) return asWritten('words', 0.9);
  const sides = sidesByCharges(hypothesis, amount);
  const isSigned = hasSigns(looks[amount]);
  const said = sides && isSigned ? judgeSides(hypothesis, amount, sides) : undefined;
  if (said !== undefined) return said;
  if (found?.net !== amount && found?.gross !== amount) return undefined;
  // Without a sign, what is bought and what is sold look alike.
  const areMixed = sides !== undefined && new Set(sides.values()).size > 1;
  if (!isSigned && (areMixed || hasDirections(hypothesis, amount))) return undefined;
  return found.addsFee ? turned('words', 0.7) : asWritten('words', 0.9);
}

/**
 * Judges signed amounts by what charges say of their sides; undefined if they agree in some rows only. That all are turned takes both
 * sides: a refund with a minus is smaller, too, by a fee that comes back.
 */
function judgeSides(
  { rows }: Hypothesis,
  amount: number,
  sides: ReadonlyMap<number, 1 | -1>,
): AmountSign | undefined {
  const said = rows.filter(({ line }) => sides.has(line));
  const agreed = said.filter(
    ({ cells, line }) => isNegativeAmount(cells[amount] ?? '') === (sides.get(line) === -1),
  );
  if (agreed.length === said.length) return asWritten('words', 0.9);
  const areBoth = new Set(sides.values()).size > 1;
  return agreed.length === 0 && areBoth ? turned('words', 0.7) : undefined;
}

/** Whether most fees are negative while the amounts are positive: that of a shop, whose fees are money out, and payments are not. */
function isChargedToPayee({ looks, rows }: Hypothesis, amount: number): boolean {
  return looks.some(({ header, numbers, filled, negatives }, fee) => {
    if (!isFee(header) || numbers !== filled || negatives < FEES_MIN) return false;
    const charged = rows.filter(({ cells }) => isNegativeAmount(cells[fee] ?? ''));
    const paid = charged.filter(({ cells }) => !isNegativeAmount(cells[amount] ?? ''));
    return fee !== amount && paid.length === charged.length && negatives * 2 > numbers;
  });
}
