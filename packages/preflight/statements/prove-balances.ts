import { addDecimals, compareDecimals, negateDecimal } from '../money.ts';
import { excerpt } from '../text.ts';
import { plainDecimal } from './statement.ts';
import type { Statement } from './statement.ts';

/** What the balances of all statements prove: bookings between two balances that agree, and those between others. */
export interface BalanceProof {
  agree: number;
  disagree: number;
  warnings: string[];
}

/** Whether opening balance, bookings and closing balance of each statement agree, and each opening with the closing before it. */
export function proveBalances(statements: readonly Statement[]): BalanceProof {
  const proof: BalanceProof = { agree: 0, disagree: 0, warnings: [] };
  for (const statement of statements) {
    const missing = unexplained(statement);
    if (missing === undefined) continue;
    if (missing === '0') proof.agree += statement.bookings.length;
    else {
      proof.disagree += statement.bookings.length;
      const { opening = '', closing = '' } = statement;
      const amounts = bookedAmounts(statement) ?? [];
      const moved = `${opening} and its bookings of ${addDecimals(amounts)} do not lead to ${closing}`;
      proof.warnings.push(
        `The statement in line ${statement.line}${ofAccount(statement)} does not add up: ${moved}, a difference of ${missing}${causeOf(missing, amounts)}.`,
      );
    }
  }
  return { ...proof, warnings: [...proof.warnings, ...gaps(statements)] };
}

/** What the closing balance has more than the opening one and the bookings; undefined where the statement does not say. */
export function unexplained(statement: Statement): string | undefined {
  const { opening, closing } = statement;
  if (opening === undefined || closing === undefined) return undefined;
  const amounts = bookedAmounts(statement);
  if (amounts === undefined) return undefined;
  return addDecimals([closing, negateDecimal(opening), ...amounts.map(negateDecimal)]);
}

/** Pending ones are in no balance. Undefined where an unreadable or foreign amount leaves the sum open. */
function bookedAmounts({ bookings, currency }: Statement): string[] | undefined {
  const amounts = bookings.flatMap(({ amount, pending }) =>
    pending === true ? [] : [plainDecimal(amount)],
  );
  const isOne = bookings.every(
    (one) => currency === undefined || (one.currency ?? currency) === currency,
  );
  return isOne && amounts.every((amount) => amount !== null) ? amounts : undefined;
}

function ofAccount({ account }: Statement): string {
  return account === undefined ? '' : ` (account ${excerpt(account)})`;
}

/** The usual cause of such a difference. */
function causeOf(missing: string, amounts: readonly string[]): string {
  const left = negateDecimal(missing);
  if (amounts.includes(left)) return `; a booking of ${left} may be in it twice`;
  const turned = amounts.find((amount) => addDecimals([amount, amount]) === left);
  if (turned !== undefined) return `; the sign of the booking of ${turned} may be wrong`;
  return `; a booking of ${missing} may be missing`;
}

/** Statements of one account, oldest first or newest first, each opening with what another one closed with. */
function gaps(statements: readonly Statement[]): string[] {
  const byAccount = new Map<string, Statement[]>();
  for (const one of statements) {
    const key = `${one.account ?? ''} ${one.currency ?? ''}`;
    const chain = byAccount.get(key);
    if (chain === undefined) byAccount.set(key, [one]);
    else chain.push(one);
  }
  return [...byAccount.values()].flatMap((chain) => {
    const [asIs, turned] = [breaksOf(chain), breaksOf(chain.toReversed())];
    return (turned.length < asIs.length ? turned : asIs).map(
      ([before, after]) =>
        `The statement in line ${after.line}${ofAccount(after)} opens with ${after.opening ?? ''}, but the one before it, in line ${before.line}, closes with ${before.closing ?? ''}: a statement between them may be missing.`,
    );
  });
}

function breaksOf(chain: readonly Statement[]): [Statement, Statement][] {
  return chain.flatMap((after, at): [Statement, Statement][] => {
    const before = chain[at - 1];
    if (before?.closing === undefined || after.opening === undefined) return [];
    return compareDecimals(before.closing, after.opening) === 0 ? [] : [[before, after]];
  });
}
