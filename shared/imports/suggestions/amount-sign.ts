import { normalizeHeader } from '../csv/headers.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import {
  CARD_HEADER,
  directionOf,
  directionOfText,
  EXPENSE_WORDS,
  MASKED_CARD,
  PAYMENT,
  PAYMENT_RECEIVED,
  SALES,
} from './direction-words.ts';
import { plainWords } from './header-words.ts';
import { findNetAmounts } from './net-amounts.ts';
import { matchNumber } from './score-columns.ts';
import { findTypeColumn } from './type-column.ts';
import type { Signage } from '../csv/settings.ts';
import type { EvidenceBasis } from '../evidence/evidence.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';

/** How the sign of an amount is written, and what says so. */
export interface AmountSign {
  basis: EvidenceBasis;
  confidence: number;
  signage: Signage;
  /** A column tells inflows from outflows. */
  typeColumn?: { index: number; inflowValue: string };
  /** What a person should look at. */
  warning?: string;
  /** What says the opposite, and is believed nearly as much. */
  rival?: string;
}

const asWritten = (basis: EvidenceBasis, confidence: number): AmountSign => ({
  basis,
  confidence,
  signage: 'inflows_positive',
});
const turned = (basis: EvidenceBasis, confidence: number): AmountSign => ({
  basis,
  confidence,
  signage: 'inflows_negative',
});

type Step = (found: Hypothesis, amount: number) => AmountSign | undefined;

/** What can tell, strongest first. */
const STEPS: readonly (readonly [why: string, step: Step])[] = [
  ['its balances', judgeByBalance],
  ['its fees', judgeByFees],
  ['a column of words', judgeByTypeColumn],
  ['its headers', judgeByHeaders],
  ['the payments in it', judgeByPayments],
  ['the words of its bookings', judgeByTexts],
  ['the signs of most amounts', judgeByDistribution],
];
/** Something that says the opposite and is believed nearly as much. */
const CLOSE = 0.2;
const CONFIDENCE_IN_DOUBT = 0.5;

/**
 * Judges the sign of the amounts of a reading, by the strongest thing that tells: a running balance, a column of
 * words such as debit and credit, the words of the headers and the bookings, the distribution of the signs. What
 * says the opposite is named when it comes close.
 */
export function judgeAmountSign(found: Hypothesis): AmountSign {
  const { amount } = found.choices;
  // Columns for money out and in are told apart by their headers, whatever their signs.
  if (amount === undefined) return asWritten(found.proof === undefined ? 'words' : 'balance', 1);
  let best: AmountSign | undefined;
  let bestWhy = '';
  for (const [why, step] of STEPS) {
    const sign = step(found, amount.index);
    if (sign === undefined) continue;
    if (best === undefined) {
      best = sign;
      bestWhy = why;
      // A balance leaves no doubt; nor can a sign be compared with a column of words.
      if (sign.basis === 'balance' || sign.typeColumn !== undefined) return sign;
    } else if (isRival(sign, best)) return { ...best, ...doubt(best, bestWhy, why) };
  }
  return best ?? asWritten('none', 0.3);
}

function isRival(other: AmountSign, { signage, confidence, basis }: AmountSign): boolean {
  if (other.basis === 'none' || basis === 'none' || other.typeColumn !== undefined) return false;
  return other.signage !== signage && other.confidence > confidence - CLOSE;
}

function doubt(
  { signage, confidence }: AmountSign,
  why: string,
  otherWhy: string,
): Pick<AmountSign, 'confidence' | 'rival'> {
  const [is, isNot] =
    signage === 'inflows_negative' ? ['positive', 'negative'] : ['negative', 'positive'];
  return {
    confidence: Math.min(confidence, CONFIDENCE_IN_DOUBT),
    rival: `By ${why} money out is ${is}, but by ${otherWhy} it is ${isNot}: compare the sign of one booking.`,
  };
}

/** The balance moves with the signed amount, or against it. */
function judgeByBalance(
  { proof, total, looks }: Hypothesis,
  amount: number,
): AmountSign | undefined {
  if (total?.reversed !== undefined)
    return total.reversed ? turned('balance', 0.95) : asWritten('balance', 0.95);
  if (proof === undefined || ((looks[amount]?.negatives ?? 0) === 0 && !movesOneWay(proof)))
    return undefined;
  const confidence = Math.min(0.99, proof.agree / (proof.agree + proof.disagree));
  return proof.reversed ? turned('balance', confidence) : asWritten('balance', confidence);
}

/** Unsigned amounts that the balance follows all the way: each of them went the same way. */
function movesOneWay({ agree, disagree }: { agree: number; disagree: number }): boolean {
  return agree > disagree * 10;
}

/** A fee makes less of what comes in. */
function judgeByFees({ looks, rows }: Hypothesis, amount: number): AmountSign | undefined {
  const found = findNetAmounts(looks, rows);
  return found?.net === amount || found?.gross === amount ? asWritten('words', 0.9) : undefined;
}

/** A column of words such as debit and credit, beside amounts with or without a sign. */
function judgeByTypeColumn(found: Hypothesis, amount: number): AmountSign | undefined {
  const { looks } = found;
  const words = findTypeColumn(found, amount);
  if (words === undefined) return undefined;
  if ((looks[amount]?.negatives ?? 0) > 0) return judgeSignedByWords(found, amount, words.index);
  const { index, inflowValue, confidence, basis } = words;
  if (inflowValue === undefined) return turned(basis, confidence);
  const name = looks[index]?.header ?? '';
  if (!isNamable(found, index)) {
    return {
      ...asWritten('none', confidence),
      warning: `Column ${index + 1} seems to tell money in from money out, but its header is blank or not unique: give it a unique name.`,
    };
  }
  const sign: AmountSign = { ...asWritten(basis, confidence), typeColumn: { index, inflowValue } };
  return words.inflowValues > 1
    ? {
        ...sign,
        warning: `Several values of column "${name}" seem to be money in; only "${inflowValue}" is read as such, so the sign of the others may be wrong.`,
      }
    : sign;
}

function isNamable({ looks }: Hypothesis, index: number): boolean {
  const name = normalizeHeader(looks[index]?.header ?? '');
  return name !== '' && looks.filter((look) => normalizeHeader(look.header) === name).length === 1;
}

/** Signed amounts beside words: the sign is turned when every row contradicts its word. */
function judgeSignedByWords(
  { rows }: Hypothesis,
  amount: number,
  words: number,
): AmountSign | undefined {
  let agree = 0;
  let contradict = 0;
  for (const row of rows) {
    const word = row.cells[words] ?? '';
    const direction = directionOf(word);
    if (direction === undefined || SALES.has(plainWords(word))) continue;
    const negative = isNegativeAmount(row.cells[amount] ?? '');
    if (negative === (direction === 'out')) agree += 1;
    else contradict += 1;
  }
  if (agree >= 2 && contradict * 4 <= agree) return asWritten('words', 0.9);
  return agree === 0 && contradict >= 2 ? turned('words', 0.8) : undefined;
}

/** One column can be called after a receipt on any statement. */
const EXPENSE_HEADERS_MIN = 2;

/** The only column of amounts is one for money out or in, or all that stands there was spent. */
function judgeByHeaders({ looks }: Hypothesis, amount: number): AmountSign | undefined {
  const look = looks[amount];
  if (look === undefined) return undefined;
  const mostlyNegative = look.negatives * 2 > look.numbers;
  const [out, paidIn, either] = (['outflow', 'inflow', 'amount'] as const).map((role) =>
    matchNumber(look, role),
  );
  // A phrase among others may stand in a word for both, as 出金 does in 入出金.
  const saysOut = (out ?? 0) > 0.55 || either === 0;
  if (saysOut && (out ?? 0) > Math.max(either ?? 0, paidIn ?? 0)) {
    return mostlyNegative ? asWritten('words', 0.7) : turned('words', 0.7);
  }
  if (look.negatives > 0) return undefined;
  if ((paidIn ?? 0) > (either ?? 0)) return asWritten('words', 0.6);
  const expenses = looks.filter(({ header }) =>
    plainWords(header)
      .split(' ')
      .some((word) => EXPENSE_WORDS.has(word)),
  );
  return expenses.length < EXPENSE_HEADERS_MIN ? undefined : turned('words', 0.5);
}

/** The texts of a row that say what it is. */
function textColumns({ choices, looks }: Hypothesis): number[] {
  const chosen = [choices.name, choices.notes, choices.category].flatMap((choice) =>
    choice === undefined ? [] : [choice.index],
  );
  const others = looks.flatMap((look, index) =>
    look.filled > 0 &&
    look.dates + look.numbers === 0 &&
    !chosen.includes(index) &&
    look.values.size > 1
      ? [index]
      : [],
  );
  return [...chosen, ...others].slice(0, 4);
}

/**
 * A card company shows what was bought as positive and what the owner paid as negative. The payments tell: all of
 * them are negative, and most other rows are not.
 */
function judgeByPayments(found: Hypothesis, amount: number): AmountSign | undefined {
  const columns = textColumns(found);
  const says = (row: SampleRow, words: RegExp): boolean =>
    columns.some((column) => words.test(plainWords(row.cells[column] ?? '')));
  let payments = 0;
  /** Purchases, where the bank writes money out with a minus. */
  let unsure = 0;
  let purchases = 0;
  let others = 0;
  for (const row of found.rows) {
    const cell = row.cells[amount] ?? '';
    if (readAmountText(cell) === 0) continue;
    if (!isNegativeAmount(cell)) {
      // Neither a card's payment nor somebody's salary is positive there.
      if (says(row, PAYMENT_RECEIVED)) return undefined;
      if (columns.some((column) => directionOfText(row.cells[column] ?? '') === 'in')) others += 1;
      else purchases += 1;
    } else if (says(row, PAYMENT_RECEIVED)) payments += 1;
    else if (says(row, PAYMENT)) unsure += 1;
    else others += 1;
  }
  if (payments > 0) return purchases > (others + unsure) * 2 ? turned('words', 0.6) : undefined;
  const mostly = purchases >= unsure * 3 && purchases > others * 2;
  return unsure > 0 && mostly ? turned('words', 0.5) : undefined;
}

/** Words such as salary and purchase in the bookings themselves, against their signs. */
function judgeByTexts(found: Hypothesis, amount: number): AmountSign | undefined {
  const look = found.looks[amount];
  if (look === undefined || look.negatives === 0) return undefined;
  const columns = textColumns(found);
  let agree = 0;
  let contradict = 0;
  for (const row of found.rows) {
    const cell = row.cells[amount] ?? '';
    if (readAmountText(cell) === 0) continue;
    const said = new Set(columns.map((column) => directionOfText(row.cells[column] ?? '')));
    if (said.has('in') === said.has('out')) continue;
    if (isNegativeAmount(cell) === said.has('out')) agree += 1;
    else contradict += 1;
  }
  const total = agree + contradict;
  if (total < 2) return undefined;
  if (agree >= total * 0.8) return asWritten('words', 0.8);
  return contradict >= total * 0.9 && total >= 3 ? turned('words', 0.6) : undefined;
}

/** Spending is many bookings, income few: what the sign alone tells. */
function judgeByDistribution(found: Hypothesis, amount: number): AmountSign {
  const look = found.looks[amount];
  if (look === undefined || look.numbers === 0) return asWritten('none', 0.3);
  const positives = look.numbers - look.negatives;
  const card = isCardStatement(found);
  if (look.negatives === 0) return card ? turned('distribution', 0.4) : asWritten('none', 0.3);
  if (look.negatives >= positives) return asWritten('distribution', 0.7);
  if (card && positives >= look.negatives * 2) return turned('distribution', 0.6);
  // More income than spending is as likely as a card on which spending is positive.
  return asWritten('none', 0.4);
}

/** A header for the card, the holder or the merchant, or numbers of cards of which most is hidden. */
function isCardStatement({ looks, rows, apart }: Hypothesis): boolean {
  const headings = apart.flatMap(({ cells }) => cells);
  if (headings.some((text) => CARD_HEADER.test(plainWords(text)) || MASKED_CARD.test(text)))
    return true;
  const masked = looks.some(
    (_, index) =>
      rows.filter((row) => MASKED_CARD.test(row.cells[index] ?? '')).length * 2 > rows.length,
  );
  return masked || looks.some(({ header }) => CARD_HEADER.test(plainWords(header)));
}
