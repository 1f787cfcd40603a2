import { EXPENSE_WORDS, MEANT_BY_OTHERS, SALES } from './direction-words.ts';
import { excerpt } from '../text.ts';
import { plainWords } from './header-words.ts';
import { listsNet } from './net-amounts.ts';
import { proveByBalance } from './prove-by-balance.ts';
import { findPayer } from './parties.ts';
import { isCardStatement, judgeByDistribution, judgeByPlus } from './sign-by-distribution.ts';
import { judgeByPayments, judgeByTexts } from './sign-by-texts.ts';
import { asWritten, turned } from './sign.ts';
import { judgeByFees } from './sign-by-fees.ts';
import { hasSigns, matchNumber } from './score-columns.ts';
import { judgeByQuantities, judgeTrades } from './trade-signs.ts';
import { findTypeColumn } from './type-column.ts';
import { signsByWord } from './word-signs.ts';
import type { Direction } from './direction-words.ts';
import type { AmountSign } from './sign.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { ColumnLook } from './sample.ts';
import { sideOfWord } from '../types/side-of-word.ts';
import { warning } from '../warnings/warning.ts';
import type { SignSource } from '../warnings/evidence.ts';
import type { Warning } from '../warnings/warning.ts';

type Step = (found: Hypothesis, amount: number) => AmountSign | undefined;

/** Sources of evidence, strongest first. */
const STEPS: readonly (readonly [why: SignSource, step: Step])[] = [
  ['balances', judgeByBalance],
  ['fees', judgeByCharges],
  ['words', judgeTrades],
  ['words', judgeByTypeColumn],
  ['quantities', judgeByQuantities],
  ['headers', judgeByHeaders],
  ['signs', judgeByPlus],
  ['payments', judgeByPayments],
  ['texts', judgeByTexts],
  ['signs', judgeByDistribution],
];
/** Evidence for the opposite sign is a rival if its confidence comes this close. */
const CLOSE = 0.2;
const CONFIDENCE_IN_DOUBT = 0.5;
/** A balance before each booking, newest first, follows from the opposite signs: in fewer rows the dates may not show the order. */
const STEPS_MIN = 4;

/** The sign of a reading's amounts by its strongest evidence, and evidence for the opposite sign if it comes close. */
export function judgeAmountSign(found: Hypothesis): AmountSign {
  const { amount } = found.choices;
  // Headers identify separate columns for money out and money in; their signs do not matter.
  if (amount === undefined) return asWritten(found.proof === undefined ? 'words' : 'balance', 1);
  let best: AmountSign | undefined;
  let by: SignSource = 'balances';
  let isProven = false;
  let open: Warning | undefined;
  // In such a file, words such as "charge" are the shop's, and "refund" is money out.
  const isShops = listsNet(found.looks);
  for (const [why, step] of STEPS) {
    const isOfTexts = why === 'payments' || why === 'texts';
    if (isOfTexts ? isShops : isProven) continue;
    const sign = step(found, amount.index);
    if (sign === undefined) continue;
    if (sign.basis === 'none' && sign.rival !== undefined) open = sign.rival;
    else if (best === undefined) {
      best = sign;
      by = why;
      // A sign cannot be compared with a column of words.
      if (sign.typeColumn !== undefined) return sign;
      // A balance is conclusive unless the file is short, or is what is owed: only the texts tell that.
      isProven = sign.basis === 'balance' && (found.proof?.agree ?? STEPS_MIN) >= STEPS_MIN;
    } else if (isRival(sign, best, isProven)) {
      // The balance of a card is what its holder owes, and its plus may be what adds to that.
      const isOwed =
        why === 'payments' &&
        (best.basis === 'balance'
          ? isCardStatement(found)
          : by === 'signs' && sign.basis === 'words');
      return isOwed
        ? { ...sign, ...doubt(sign, { by: why, other: by }) }
        : { ...best, ...doubt(best, { by, other: why }) };
    }
  }
  const sign = best ?? asWritten('none', 0.3);
  const confidence = Math.min(sign.confidence, CONFIDENCE_IN_DOUBT);
  return open === undefined ? sign : { ...sign, confidence, rival: open };
}

/** Judges by fees. Where they say that signs are turned, a column of words may say that those of trades alone are. */
function judgeByCharges(found: Hypothesis, amount: number): AmountSign | undefined {
  const sign = judgeByFees(found, amount, hasDirections);
  const isTurned = sign?.signage === 'inflows_negative';
  return isTurned ? (judgeTrades(found, amount) ?? sign) : sign;
}

function isRival(
  other: AmountSign,
  { signage, confidence, basis }: AmountSign,
  isProven: boolean,
): boolean {
  if (other.basis === 'none' || basis === 'none' || other.typeColumn !== undefined) return false;
  return other.signage !== signage && (isProven || other.confidence > confidence - CLOSE);
}

function doubt(
  { signage, confidence }: AmountSign,
  sources: { by: SignSource; other: SignSource },
): Pick<AmountSign, 'confidence' | 'rival'> {
  const sign = signage === 'inflows_negative' ? 'positive' : 'negative';
  return {
    confidence: Math.min(confidence, CONFIDENCE_IN_DOUBT),
    rival: warning(`sign_rival_${sign}`, sources),
  };
}

/** Judges whether the balance moves with the signed amounts, or against them. */
function judgeByBalance(found: Hypothesis, amount: number): AmountSign | undefined {
  const { proof, total, looks } = found;
  if (total?.reversed !== undefined)
    return total.reversed ? turned('balance', 0.95) : asWritten('balance', 0.95);
  const isUnsigned = !hasSigns(looks[amount]);
  if (proof === undefined || (isUnsigned && !movesOneWay(proof))) return undefined;
  // Amounts without a sign that follow most moves lose to words that follow all of them. If all moves go one way and
  // the words agree, the words are used as well: they also tell the rows of the next file apart, and the first row,
  // whose balance follows from nothing.
  const words = isUnsigned ? judgeByTypeColumn(found, amount) : undefined;
  if (words?.typeColumn !== undefined) {
    if (words.basis === 'balance') return words;
    if (proof.disagree === 0 && explainsBalance(found, words.typeColumn))
      return { ...words, basis: 'balance' };
  }
  const trades =
    proof.disagree > 0
      ? judgeTrades(found, amount, (column) => explainsBalance(found, column))
      : undefined;
  if (trades !== undefined) return trades;
  const confidence = Math.min(0.99, proof.agree / (proof.agree + proof.disagree));
  return proof.reversed ? turned('balance', confidence) : asWritten('balance', confidence);
}

/** Whether the balance follows from the amounts when each is on the side of its word. */
function explainsBalance(
  found: Hypothesis,
  column: NonNullable<AmountSign['typeColumn']>,
): boolean {
  const proof = proveByBalance(found, ({ cells }, amount) => {
    const side = sideOfWord(cells[column.index] ?? '', column);
    if (side === undefined) return NaN;
    return side === 'in' ? Math.abs(amount) : -Math.abs(amount);
  });
  return proof?.reversed === false && proof.disagree === 0;
}

/** The balance follows unsigned amounts in nearly every row, so all of them moved the same way. */
function movesOneWay({ agree, disagree }: { agree: number; disagree: number }): boolean {
  return agree > disagree * 10;
}

/** Judges by a column of words such as debit and credit, next to amounts with or without a sign. */
function judgeByTypeColumn(found: Hypothesis, amount: number): AmountSign | undefined {
  const { looks } = found;
  const words = findTypeColumn(found, amount);
  if (words === undefined) return hasSigns(looks[amount]) ? undefined : judgeByPayer(found);
  const { index, hasNeutral, confidence, basis } = words;
  const journal = basis === 'words' ? judgeJournal(found) : undefined;
  const isSigned = hasSigns(looks[amount]);
  const signs = isSigned ? wordsWithoutSign(found, amount, index) : undefined;
  if (isSigned && signs === undefined) return judgeSignedByWords(found, amount, index);
  const [paidIn, paidOut] = [signs?.in ?? words.inflows, signs?.out ?? words.outflows];
  const [inflows, outflows] = journal?.isOwn === true ? [paidOut, paidIn] : [paidIn, paidOut];
  // If only one side has words, the other words are of the other side; a neutral row is of neither.
  const isNamed = inflows.length > 0 && !hasNeutral;
  const typeColumn = {
    index,
    ...(inflows.length > 0 && { inflowValue: inflows.join('|') }),
    ...(!isNamed && outflows.length > 0 && { outflowValue: outflows.join('|') }),
  };
  if (signs === undefined && journal !== undefined)
    return { ...asWritten(basis, CONFIDENCE_IN_DOUBT), typeColumn, rival: journal.rival };
  if (signs === undefined) return { ...asWritten(basis, confidence), typeColumn };
  const named = signs.wrong.map((word) => `"${excerpt(word)}"`).join(', ');
  const rival = warning('signs_by_words', { words: named });
  return { ...asWritten(basis, CONFIDENCE_IN_DOUBT), typeColumn, rival };
}

/** Whether a column of words gives the amounts their sides. */
const hasDirections = (found: Hypothesis, amount: number): boolean =>
  judgeByTypeColumn(found, amount)?.typeColumn !== undefined;

/** Judges amounts without a sign by the columns of payer and payee: what the account's holder pays is money out. */
function judgeByPayer(found: Hypothesis): AmountSign | undefined {
  const payer = findPayer(found);
  if (payer === undefined) return undefined;
  const { index, holder } = payer;
  return { ...asWritten('words', 0.8), typeColumn: { index, outflowValue: holder } };
}

/**
 * A journal of accounts: debit and credit are the sides of its account in the books, not those of a bank statement. If
 * all rows have the same account, it is the bank's; otherwise it is the one that they are booked against.
 */
function judgeJournal({ looks }: Hypothesis): { isOwn: boolean; rival: Warning } | undefined {
  const isNamed = (header: RegExp) => (look: ColumnLook) => header.test(plainWords(look.header));
  if (!looks.some(isNamed(/^gegenkonto ohne /))) return undefined;
  const account = looks.find(isNamed(/^konto$/));
  const isOwn = account?.values.size === 1;
  return { isOwn, rival: warning(isOwn ? 'journal_of_account' : 'journal') };
}

/**
 * The words in a column of directions that always come with the wrong sign, next to others that always come with the
 * right one: orders at a broker with positive amounts, above a withdrawal with a minus. A word that names no direction
 * has that of its sign. Undefined if a word comes with both signs, or none is wrong.
 */
function wordsWithoutSign(
  found: Hypothesis,
  amount: number,
  words: number,
): (Record<Direction, string[]> & { wrong: string[] }) | undefined {
  const all = signsByWord(found, amount, words);
  const wrong = all.filter(({ agree, direction }) => agree === 0 && direction !== undefined);
  const isClear = all.every(({ agree, contradict }) => agree === 0 || contradict === 0);
  // Purchases with a plus and credits or payments with a minus have a sign each: that of a card.
  const isTurned = all.some(
    ({ word, direction, contradict }) =>
      contradict > 0 && (direction === 'in' || MEANT_BY_OTHERS.has(plainWords(word))),
  );
  if (!isClear || isTurned || wrong.length === 0 || wrong.length >= all.length - 1)
    return undefined;
  const of = (side: Direction) =>
    all.filter(({ direction, agree }) => (direction ?? (agree > 0 ? 'in' : 'out')) === side);
  const [paidIn, paidOut, unsigned] = [of('in'), of('out'), wrong].map((list) =>
    list.map(({ word }) => word),
  );
  return { in: paidIn ?? [], out: paidOut ?? [], wrong: unsigned ?? [] };
}

/** Signed amounts next to a column of words are turned if nearly all contradict their words; words that come with both signs only warn. */
function judgeSignedByWords(
  found: Hypothesis,
  amount: number,
  words: number,
): AmountSign | undefined {
  const known = signsByWord(found, amount, words).filter(
    ({ word, direction }) => direction !== undefined && !SALES.has(plainWords(word)),
  );
  const agree = known.reduce((sum, one) => sum + one.agree, 0);
  const contradict = known.reduce((sum, one) => sum + one.contradict, 0);
  const doubtOf = (side: 'agree' | 'contradict'): Pick<AmountSign, 'rival'> => {
    const never = known.filter((one) => one[side] === 0).map(({ word }) => `"${excerpt(word)}"`);
    if (never.length > 0)
      return { rival: warning('signs_against_words', { words: never.join(', ') }) };
    const count = side === 'agree' ? contradict : agree;
    if (count === 0) return {};
    const column = excerpt(found.looks[words]?.header ?? '');
    return { rival: warning('signs_differ', { column, count, rows: agree + contradict }) };
  };
  if (agree >= 2 && contradict * 4 <= agree)
    return { ...asWritten('words', 0.9), ...doubtOf('agree') };
  if (contradict >= 2 && agree * 4 <= contradict)
    return { ...turned('words', 0.8), ...doubtOf('contradict') };
  const isMixed = known.some((one) => one.agree > 0 && one.contradict > 0);
  return isMixed && agree + contradict > 2
    ? { ...asWritten('none', 0), ...doubtOf('agree') }
    : undefined;
}

/** Any statement may have a single column named after a receipt. */
const EXPENSE_HEADERS_MIN = 2;

/** Judges by headers: the only amount column is named for money out or money in, or the file lists only expenses. */
function judgeByHeaders({ looks }: Hypothesis, amount: number): AmountSign | undefined {
  const look = looks[amount];
  if (look === undefined) return undefined;
  const mostlyNegative = look.negatives * 2 > look.numbers;
  const [out, paidIn, either] = (['outflow', 'inflow', 'amount'] as const).map((role) =>
    matchNumber(look, role),
  );
  // One phrase can contain another: 入出金 (in and out) contains 出金 (out).
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
