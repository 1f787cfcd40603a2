import { PAYMENT } from './direction-words.ts';
import { isUnspaced, matchHeader, plainWords } from './header-words.ts';

/** Whether another header differs in only one word, which names the other side: "Amount (income)" and "Amount (spent)". */
export function hasOtherSide(
  named: readonly string[][],
  at: number,
  role: 'outflow' | 'inflow',
): boolean {
  const own = named[at] ?? [];
  const [mine, theirs] =
    role === 'outflow' ? (['outflow', 'inflow'] as const) : (['inflow', 'outflow'] as const);
  return named.some((other) => {
    const [word = '', otherWord = ''] = [own[0], other[0]];
    if (own.length === 1 && other.length === 1 && isUnspaced(word) && isUnspaced(otherWord)) {
      const [one, two] = withoutSharedEnd(word, otherWord);
      return matchHeader(one, mine) > 0.5 && matchHeader(two, theirs) > 0.5;
    }
    const differing = own.flatMap((word, index) => (word === other[index] ? [] : [index]));
    const [index = -1] = differing;
    if (other.length !== own.length || own.length < 2 || differing.length !== 1) return false;
    return (
      matchHeader(own[index] ?? '', mine) > 0.5 && matchHeader(other[index] ?? '', theirs) > 0.5
    );
  });
}

/** The beginnings of two words with the same end: 支出 and 存入 of 支出金額 and 存入金額. */
function withoutSharedEnd(one: string, other: string): [string, string] {
  let shared = 0;
  while (shared < one.length && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1;
  return [one.slice(0, one.length - shared), other.slice(0, other.length - shared)];
}

/** What is charged to a card, as its company calls it. */
const CHARGES = /(?<!\p{L})(?:charges?|purchases?)(?!\p{L})/u;

/** Whether the header names what is charged to a card. */
export function namesCharges(header: string): boolean {
  return CHARGES.test(plainWords(header));
}

/** Whether these are charges to a card and the holder's payments for them, which are money in. */
export function areOfCard(charges: string, payments: string): boolean {
  return namesCharges(charges) && PAYMENT.test(plainWords(payments));
}
