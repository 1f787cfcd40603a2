import { approximateAmount, readAmountText } from '../fields/amounts.ts';
import { matchHeader, plainWords } from './header-words.ts';
import {
  EXPENSE_WORDS,
  INFLOW_VALUES,
  NEUTRAL_VALUES,
  OUTFLOW_VALUES,
  PAYMENT_RECEIVED,
} from './vocabulary.ts';
import { normalizeHeader } from '../csv/headers.ts';
import type { Signage } from '../csv/settings.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { FoundTable } from './find-table.ts';
import type { SampleRow } from './sample.ts';

/** How the sign of an amount is written. */
export interface AmountSign {
  signage?: { value: Signage; confidence: number };
  /** A column tells inflows from outflows. */
  typeColumn?: { index: number; inflowValue: string; confidence: number };
  /** Such a column has no header of its own, so no setting can name it: its position from 1. */
  unnamedColumn?: number;
}

/** Rows that must agree before the balance is believed. */
const BALANCE_ROWS_MIN = 3;

/**
 * Judges the sign of the amount column: a column of words such as debit and credit beside
 * unsigned amounts, words that contradict the sign, or a running balance that moves against it.
 */
export function judgeAmountSign(table: FoundTable, format: NumberFormat): AmountSign {
  const { amount } = table.choices;
  if (amount === undefined) return {};
  const look = table.looks[amount.index];
  if (look === undefined || look.numbers === 0) return {};
  const words = findTypeColumn(table, amount.index);
  if (look.negatives === 0) {
    if (words !== undefined) {
      const { index } = words;
      return isNamable(table, index) ? { typeColumn: words } : { unnamedColumn: index + 1 };
    }
    return judgeUnsigned(table, amount.index);
  }
  const balance = judgeByBalance(table, amount.index, format);
  if (balance !== undefined) return { signage: balance };
  const byWords = words === undefined ? undefined : judgeByWords(table, amount.index, words.index);
  return byWords ?? judgeByPayments(table, amount.index);
}

/** The only column of amounts is one for money out, or all that stands there was spent. */
function judgeUnsigned(table: FoundTable, amount: number): AmountSign {
  const header = table.looks[amount]?.header ?? '';
  const isOutflow =
    matchHeader(header, 'outflow') >
    Math.max(matchHeader(header, 'amount'), matchHeader(header, 'inflow'));
  if (isOutflow) return { signage: { value: 'inflows_negative', confidence: 0.7 } };
  const expenses = table.looks.filter((look) =>
    plainWords(look.header)
      .split(' ')
      .some((word) => EXPENSE_WORDS.has(word)),
  );
  return expenses.length < EXPENSE_HEADERS_MIN
    ? {}
    : { signage: { value: 'inflows_negative', confidence: 0.5 } };
}

/** One column can be called after a receipt on any statement. */
const EXPENSE_HEADERS_MIN = 2;

/**
 * A card company shows what was bought as positive and what the owner paid as negative. The payments tell: all of
 * them are negative, and most other rows are not.
 */
function judgeByPayments(table: FoundTable, amount: number): AmountSign {
  const { name, notes } = table.choices;
  if (name === undefined) return {};
  const columns = notes === undefined ? [name.index] : [name.index, notes.index];
  let payments = 0;
  let purchases = 0;
  let others = 0;
  for (const row of table.rows) {
    const cell = row.cells[amount] ?? '';
    if (readAmountText(cell) === 0) continue;
    const isPayment = columns.some((column) =>
      PAYMENT_RECEIVED.test(plainWords(row.cells[column] ?? '')),
    );
    if (isPayment && !cell.includes('-')) return {};
    if (isPayment) payments += 1;
    else if (cell.includes('-')) others += 1;
    else purchases += 1;
  }
  return payments > 0 && purchases > others * 2
    ? { signage: { value: 'inflows_negative', confidence: 0.6 } }
    : {};
}

type Direction = 'in' | 'out' | undefined;

function directionOf(value: string): Direction {
  if (value === '+') return 'in';
  if (value === '-') return 'out';
  const plain = plainWords(value);
  if (INFLOW_VALUES.has(plain)) return 'in';
  return OUTFLOW_VALUES.has(plain) ? 'out' : undefined;
}

/** The counterpart of a value when the sample only holds one side, in the same letter case. */
const COUNTERPARTS: Record<string, string> = {
  debit: 'credit',
  dr: 'cr',
  d: 'c',
  dbit: 'crdt',
  out: 'in',
  outgoing: 'incoming',
  s: 'h',
  soll: 'haben',
  af: 'bij',
  debet: 'credit',
  '-': '+',
};

function findTypeColumn(table: FoundTable, amount: number): AmountSign['typeColumn'] {
  // A footer has no amount, and says nothing about the rows.
  const rows = table.rows.filter((row) => readAmountText(row.cells[amount] ?? '') !== 0);
  let best: AmountSign['typeColumn'];
  table.looks.forEach((look, index) => {
    if (look.filled < rows.length || look.values.size > 12) return;
    const named = look.header === '' ? 0.1 : matchHeader(look.header, 'entity_type');
    if (named === 0) return;
    const inflows = new Map<string, number>();
    let known = 0;
    let neutral: string | undefined;
    let neutrals = 0;
    let outflow: string | undefined;
    for (const row of rows) {
      const value = row.cells[index] ?? '';
      const direction = directionOf(value);
      if (direction === undefined) {
        if (!NEUTRAL_VALUES.has(plainWords(value))) continue;
        neutral ??= value;
        neutrals += 1;
        continue;
      }
      known += 1;
      if (direction === 'in') inflows.set(value, (inflows.get(value) ?? 0) + 1);
      else outflow ??= value;
    }
    if (known + neutrals < rows.length * 0.9 || known === 0) return;
    const [first] = [...inflows].sort((one, other) => other[1] - one[1]);
    // Purchases and payments, or purchases and refunds: what is no purchase came in.
    const inflowValue = first?.[0] ?? neutral ?? counterpartOf(outflow);
    if (inflowValue === undefined) return;
    const share = known / rows.length;
    const confidence =
      (0.5 + 0.5 * named) * share * (inflows.size > 1 ? 0.6 : 1) * (first ? 1 : 0.7);
    if (confidence > (best?.confidence ?? 0)) best = { index, inflowValue, confidence };
  });
  return best;
}

function isNamable(table: FoundTable, index: number): boolean {
  const name = normalizeHeader(table.looks[index]?.header ?? '');
  return (
    name !== '' && table.looks.filter((look) => normalizeHeader(look.header) === name).length === 1
  );
}

function counterpartOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const other = COUNTERPARTS[value === '-' ? value : plainWords(value)];
  if (other === undefined || value === value.toLowerCase()) return other;
  if (value === value.toUpperCase()) return other.toUpperCase();
  return other.charAt(0).toUpperCase() + other.slice(1);
}

/** Signed amounts beside words: the sign is turned when every row contradicts its word. */
function judgeByWords(table: FoundTable, amount: number, words: number): AmountSign | undefined {
  let agree = 0;
  let contradict = 0;
  for (const row of table.rows) {
    const direction = directionOf(row.cells[words] ?? '');
    if (direction === undefined) continue;
    const negative = (row.cells[amount] ?? '').includes('-');
    if (negative === (direction === 'out')) agree += 1;
    else contradict += 1;
  }
  if (agree > 0) return {};
  if (contradict < 2) return undefined;
  return { signage: { value: 'inflows_negative', confidence: 0.8 } };
}

/** A running balance moves with the amount, or against it; rows may be in either order. */
function judgeByBalance(
  table: FoundTable,
  amount: number,
  format: NumberFormat,
): AmountSign['signage'] {
  const balance = table.looks.findIndex((look) => matchHeader(look.header, 'balance') > 0.5);
  if (balance < 0 || balance === amount) return undefined;
  const read = (row: SampleRow, column: number): number => {
    const cell = row.cells[column] ?? '';
    return readAmountText(cell) === 0 ? NaN : approximateAmount(cell, format);
  };
  const votes = { inflows_positive: 0, inflows_negative: 0 };
  let steps = 0;
  table.rows.forEach((row, index) => {
    const next = table.rows[index + 1];
    if (next === undefined) return;
    const move = read(next, balance) - read(row, balance);
    if (!Number.isFinite(move) || Math.abs(move) < 0.005) return;
    steps += 1;
    // Oldest first: the next row's amount made the move. Newest first: this row's, backwards.
    const up = [read(next, amount), -read(row, amount)];
    if (up.some((value) => Math.abs(value - move) < 0.005)) votes.inflows_positive += 1;
    if (up.some((value) => Math.abs(value + move) < 0.005)) votes.inflows_negative += 1;
  });
  const [winner, loser] =
    votes.inflows_negative > votes.inflows_positive
      ? (['inflows_negative', 'inflows_positive'] as const)
      : (['inflows_positive', 'inflows_negative'] as const);
  if (
    votes[winner] < BALANCE_ROWS_MIN ||
    votes[winner] < steps * 0.8 ||
    votes[loser] > steps * 0.2
  ) {
    return undefined;
  }
  return { value: winner, confidence: Math.min(0.95, votes[winner] / steps) };
}
