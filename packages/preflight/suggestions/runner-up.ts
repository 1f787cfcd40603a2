import { excerpt } from '../text.ts';
import { hasOtherDate } from './hypotheses.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { Hypothesis } from './hypotheses.ts';

/** A reading whose score comes this close could be the right one. */
const CLOSE = 0.04;

const MEANING: readonly FieldKey[] = ['amount', 'outflow', 'inflow'];

/**
 * The best reading of the same table with other amounts or dates, when it comes close. A value date is no rival to
 * a booking date, and no reading rivals one that a balance proves.
 */
export function findRival(
  found: Hypothesis,
  others: readonly Hypothesis[],
): Hypothesis | undefined {
  if (found.proof !== undefined || found.total !== undefined) return undefined;
  return others.find(
    (other) =>
      other.separator === found.separator &&
      other.line === found.line &&
      found.score - other.score < CLOSE &&
      (takesOther(found, other, MEANING) ||
        (takesOther(found, other, ['date']) && !hasOtherDate(other))),
  );
}

function takesOther(one: Hypothesis, other: Hypothesis, keys: readonly FieldKey[]): boolean {
  return keys.some((key) => one.choices[key]?.index !== other.choices[key]?.index);
}

/** Describes the alternative reading. */
export function describeRival(found: Hypothesis, rival: Hypothesis): string {
  const isAmount = takesOther(found, rival, MEANING);
  const keys = isAmount ? MEANING : (['date'] as const);
  const name = ({ choices, looks }: Hypothesis): string =>
    keys
      .flatMap((key) => choices[key]?.index ?? [])
      .map((index) => `"${excerpt(looks[index]?.header ?? '')}"`)
      .join(' and ');
  const what = isAmount ? 'amount' : 'date';
  return `The ${what} was taken from ${name(found)}, but ${name(rival)} fits nearly as well: compare one booking.`;
}
