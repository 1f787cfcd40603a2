import { isDay } from '../days.ts';
import { addDecimals, compareDecimals, negateDecimal } from '../money.ts';
import { excerpt } from '../text.ts';
import { plainDecimal } from './statement.ts';
import type { Statement } from './statement.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** What the balances prove: how many bookings are in statements whose balances agree, and how many in those that disagree. */
export interface BalanceProof {
  agree: number;
  disagree: number;
  warnings: Warning[];
}

/** Checks that opening balance plus bookings is the closing balance of each statement, and the opening balance of the next. */
export function proveBalances(statements: readonly Statement[]): BalanceProof {
  const proof: BalanceProof = { agree: 0, disagree: 0, warnings: [] };
  for (const statement of statements) {
    const missing = unexplained(statement);
    if (missing === undefined) continue;
    if (missing === '0') proof.agree += statement.bookings.length;
    else {
      proof.disagree += statement.bookings.length;
      proof.warnings.push(describe(statement, missing));
    }
  }
  return { ...proof, warnings: [...proof.warnings, ...gaps(statements)] };
}

/** The balance of an account before the bookings of a file. */
export interface Opening {
  /** The name that its rows use. */
  account: string;
  /** Exact decimal; a debt is negative. */
  amount: string;
}

/** The opening balance of each account's earliest statement, if the balances of that statement agree. */
export function provenOpenings(
  statements: readonly Statement[],
  nameOf: (statement: Statement) => string | undefined,
): Opening[] {
  const earliest = new Map<string, { first: string; amount: string | undefined }>();
  for (const statement of statements) {
    const account = nameOf(statement);
    const first = bookedDays([statement])?.first;
    if (account === undefined || statement.currency === undefined || first === undefined) continue;
    const amount = unexplained(statement) === '0' ? statement.opening : undefined;
    const known = earliest.get(account);
    if (known === undefined || first < known.first) earliest.set(account, { first, amount });
    // Two statements that begin on the same day with different balances: which comes first is unknown.
    else if (first === known.first && amount !== known.amount) known.amount = undefined;
  }
  return [...earliest].flatMap(([account, { amount }]) =>
    amount === undefined ? [] : [{ account, amount }],
  );
}

/** The booked days of a file whose statements are of one account and currency, and the balances before and after them. */
export interface FileBalance {
  /** ISO days of the earliest and the latest booking. */
  first: string;
  last: string;
  /** Exact decimals; a debt is negative. */
  opening: string;
  closing: string;
}

/**
 * What the balances of a file say about its bookings as a whole; undefined where they disagree, or the file has several accounts. An
 * opening balance that the file does not state is the closing balance without the bookings.
 */
export function balanceOfFile(statements: readonly Statement[]): FileBalance | undefined {
  const [one] = statements;
  const isOne = statements.every(
    ({ account, currency }) => account === one?.account && currency === one?.currency,
  );
  const amounts = statements.map(bookedAmounts);
  const days = bookedDays(statements);
  const chain = inOrder(statements);
  const closing = chain.at(-1)?.closing;
  const isWhole =
    statements.length === 1 ||
    (chain.every(({ opening }) => opening !== undefined) && breaksOf(chain).length === 0);
  if (!isOne || !isWhole || closing === undefined || amounts.includes(undefined)) return undefined;
  const moved = amounts.flatMap((some) => some?.map(negateDecimal) ?? []);
  const opening = addDecimals([closing, ...moved]);
  const stated = chain[0]?.opening;
  if (stated !== undefined && compareDecimals(stated, opening) !== 0) return undefined;
  if (days === undefined || !isDay(days.first) || !isDay(days.last)) return undefined;
  return { ...days, opening, closing };
}

/** The earliest and the latest day of a booking that is not pending. */
function bookedDays(
  statements: readonly Statement[],
): Pick<FileBalance, 'first' | 'last'> | undefined {
  let days: { first: string; last: string } | undefined;
  for (const { bookings } of statements)
    for (const { date, pending } of bookings) {
      if (pending === true) continue;
      days ??= { first: date, last: date };
      if (date < days.first) days.first = date;
      if (date > days.last) days.last = date;
    }
  return days;
}

/** Closing balance minus opening balance minus bookings; undefined where a balance is missing or the bookings cannot be summed. */
export function unexplained(statement: Statement): string | undefined {
  const { opening, closing } = statement;
  if (opening === undefined || closing === undefined) return undefined;
  const amounts = bookedAmounts(statement);
  if (amounts === undefined) return undefined;
  return addDecimals([closing, negateDecimal(opening), ...amounts.map(negateDecimal)]);
}

/** Amounts of the bookings that balances include: pending ones are not. Undefined if one is unreadable or in another currency. */
function bookedAmounts({ bookings, currency }: Statement): string[] | undefined {
  const amounts = bookings.flatMap(({ amount, pending }) =>
    pending === true ? [] : [plainDecimal(amount)],
  );
  const isOne = bookings.every(
    (one) => currency === undefined || (one.currency ?? currency) === currency,
  );
  return isOne && amounts.every((amount) => amount !== null) ? amounts : undefined;
}

/** The account in brackets after a space; empty when the statement names none. */
export function ofAccount({ account }: Pick<Statement, 'account'>): string {
  return account === undefined ? '' : ` (${excerpt(account)})`;
}

/** The warning about a statement that does not add up: a booking listed twice, one with the wrong sign, or just the difference. */
function describe(statement: Statement, difference: string): Warning {
  const { line, opening = '', closing = '' } = statement;
  const amounts = bookedAmounts(statement) ?? [];
  const moved = addDecimals(amounts);
  const values = { line, account: ofAccount(statement), opening, moved, closing, difference };
  const left = negateDecimal(difference);
  if (amounts.includes(left)) return warning('statement_twice', { ...values, amount: left });
  const turned = amounts.find((amount) => addDecimals([amount, amount]) === left);
  if (turned !== undefined) return warning('statement_sign', { ...values, amount: turned });
  return warning('statement_gap', values);
}

/** Warns where a statement does not open with the previous closing balance; files list statements oldest first or newest first. */
function gaps(statements: readonly Statement[]): Warning[] {
  const byAccount = new Map<string, Statement[]>();
  for (const one of statements) {
    const key = `${one.account ?? ''} ${one.currency ?? ''}`;
    const chain = byAccount.get(key);
    if (chain === undefined) byAccount.set(key, [one]);
    else chain.push(one);
  }
  return [...byAccount.values()].flatMap((chain) =>
    breaksOf(inOrder(chain)).map(([before, after]) =>
      warning('statement_missing', {
        line: after.line,
        account: ofAccount(after),
        opening: after.opening ?? '',
        before: before.line,
        closing: before.closing ?? '',
      }),
    ),
  );
}

/** Statements of one account, turned if more balances agree then. */
function inOrder(chain: readonly Statement[]): readonly Statement[] {
  const turned = chain.toReversed();
  return breaksOf(turned).length < breaksOf(chain).length ? turned : chain;
}

function breaksOf(chain: readonly Statement[]): [Statement, Statement][] {
  return chain.flatMap((after, at): [Statement, Statement][] => {
    const before = chain[at - 1];
    if (before?.closing === undefined || after.opening === undefined) return [];
    return compareDecimals(before.closing, after.opening) === 0 ? [] : [[before, after]];
  });
}
