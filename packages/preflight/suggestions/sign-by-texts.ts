import { remember } from '../remember.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import { directionOfText, PAYMENT, PAYMENT_RECEIVED } from './direction-words.ts';
import { plainWords } from './header-words.ts';
import { hasWorth } from './sample.ts';
import { asWritten, turned } from './sign.ts';
import type { SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';
import type { AmountSign } from './sign.ts';

const RECEIVED =
  /payments? received|pagamento (?:recebido|ricevuto)|zahlung erhalten|paiement recu|betaling ontvangen|pago recibido|betalning mottagen/u;

/** Returns a test of texts for the words. */
const saying = (words: RegExp) => remember((text) => words.test(plainWords(text)));
const isPayment = saying(PAYMENT);
const isPaymentReceived = saying(PAYMENT_RECEIVED);
const isReceived = saying(RECEIVED);

/** The text columns that describe a booking. */
function textColumns({ choices, looks }: Sampled): number[] {
  const chosen = [choices.name, choices.notes, choices.category].flatMap(
    (choice) => choice?.index ?? [],
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
 * Card companies write purchases as positive and the card holder's payments as negative. A file is of this kind if all
 * payments are negative and most other rows are not.
 */
export function judgeByPayments(found: Sampled, amount: number): AmountSign | undefined {
  const columns = textColumns(found);
  const says = (row: SampleRow, isSaid: (text: string) => boolean): boolean =>
    columns.some((column) => isSaid(row.cells[column] ?? ''));
  let payments = 0;
  let received = 0;
  /** These would be purchases if the bank writes money out with a minus. */
  let unsure = 0;
  let purchases = 0;
  let others = 0;
  for (const row of found.rows) {
    const cell = row.cells[amount] ?? '';
    if (readAmountText(cell) === 0 || !hasWorth(row, amount)) continue;
    const isIn = columns.some((column) => directionOfText(row.cells[column] ?? '') === 'in');
    if (!isNegativeAmount(cell)) {
      // On such a card statement, neither a payment nor a salary is positive.
      if (says(row, isPaymentReceived)) return undefined;
      if (isIn) others += 1;
      else purchases += 1;
    } else if (says(row, isPaymentReceived)) {
      payments += 1;
      if (says(row, isReceived)) received += 1;
    } else if (!isIn && says(row, isPayment)) unsure += 1;
    // A credit, which such a card writes with a minus like the card holder's payments.
    else if (!isIn) others += 1;
  }
  if (payments > 0) {
    if (purchases > 0 && purchases >= (others + unsure) * 2) return turned('words', 0.6);
    // What is received is no money out; other payments may be those of an account to its card.
    return received === payments ? turned('words', 0.55) : undefined;
  }
  const mostly = purchases >= unsure * 3 && purchases > others * 2;
  return unsure > 0 && mostly ? turned('words', 0.5) : undefined;
}

/** Fewer words do not prove that columns are swapped. */
const SIDES_MIN = 2;

/** Whether the texts all agree with the columns for money out and money in, or contradict them; undefined if they do not tell. */
export function sidesByTexts(found: Sampled): 'agree' | 'contradict' | undefined {
  const { outflow, inflow } = found.choices;
  const columns = textColumns(found);
  let agree = 0;
  let contradict = 0;
  for (const row of found.rows) {
    const texts = columns.map((column) => row.cells[column] ?? '');
    const said = new Set(texts.some(isPaymentReceived) ? ['in'] : texts.map(directionOfText));
    if (said.has('in') === said.has('out')) continue;
    if (hasWorth(row, (said.has('in') ? inflow : outflow)?.index ?? -1)) agree += 1;
    else contradict += 1;
  }
  if (agree > 0) return contradict === 0 ? 'agree' : undefined;
  return contradict >= SIDES_MIN ? 'contradict' : undefined;
}

/** Fewer words than this turn the sign if they are in a quarter of the rows. */
const FEW = 3;
const FEW_SHARE_MIN = 4;

/** Compares words such as salary and purchase in the bookings with their signs. */
export function judgeByTexts(found: Sampled, amount: number): AmountSign | undefined {
  const look = found.looks[amount];
  if (look === undefined || look.negatives === 0) return undefined;
  const columns = textColumns(found);
  let agree = 0;
  let contradict = 0;
  for (const row of found.rows) {
    const cell = row.cells[amount] ?? '';
    if (readAmountText(cell) === 0 || !hasWorth(row, amount)) continue;
    const said = new Set(columns.map((column) => directionOfText(row.cells[column] ?? '')));
    if (said.has('in') === said.has('out')) continue;
    if (isNegativeAmount(cell) === said.has('out')) agree += 1;
    else contradict += 1;
  }
  const total = agree + contradict;
  if (total < 2) return undefined;
  if (agree >= total * 0.8) return asWritten('words', 0.8);
  if (contradict < total * 0.9) return undefined;
  if (total >= FEW) return turned('words', 0.6);
  // What else is negative would be money in, too.
  const isAll = agree === 0 && contradict === look.negatives;
  const isEnough = isAll || contradict * FEW_SHARE_MIN >= found.rows.length;
  return isEnough ? turned('words', 0.5) : undefined;
}
