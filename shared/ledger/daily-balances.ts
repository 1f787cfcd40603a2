import { addDays, daysBetween } from '#preflight/days';
import { addDecimals, exactDecimal, negateDecimal } from '#preflight/money';
import type { AnySql } from '../postgres/connect.ts';
import { groupBy } from '../platform/group-by.ts';
import { valueTable } from '../postgres/value-table.ts';

/** The days at whose end balances are wanted, both inclusive. */
export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** What an account held at the end of a day, as stated by a person, the bank or an import. */
interface Fact {
  accountId: string;
  date: string;
  amount: string;
}

/** The sum of what came in and went out on a day. */
type Flow = Fact;

/** Balances at the end of each day of a range, in order; null until something is known about an account. */
export type DailyBalances = ReadonlyMap<string, readonly (string | null)[]>;

/**
 * The balances of accounts by day. A stated balance of the day wins: a valuation, else what the bank said last, else a stored
 * balance. The other days follow from the posted transactions in the account's currency: forward from the last stated balance, or
 * backward from the first one.
 */
export async function readDailyBalances(
  sql: AnySql,
  householdId: string,
  accountIds: readonly string[],
  range: DayRange,
): Promise<DailyBalances> {
  const facts = groupBy(
    await readFacts(sql, householdId, accountIds, range),
    ({ accountId }) => accountId,
  );
  const spans = accountIds.flatMap((accountId) => {
    const base = baseOf(facts.get(accountId) ?? [], range.startDate);
    if (base === undefined) return [];
    const first = base.date < range.startDate ? base.date : range.startDate;
    const last = base.date > range.endDate ? base.date : range.endDate;
    return [{ accountId, first, last }];
  });
  const flows = groupBy(
    await readFlows(sql, householdId, spans, range.startDate),
    ({ accountId }) => accountId,
  );
  return new Map(
    accountIds.map((id) => [id, follow(facts.get(id) ?? [], flows.get(id) ?? [], range)]),
  );
}

/** The last fact on or before a day, else the first one after it. */
function baseOf(facts: readonly Fact[], day: string): Fact | undefined {
  return facts.findLast(({ date }) => date <= day) ?? facts[0];
}

function follow(
  facts: readonly Fact[],
  flows: readonly Flow[],
  { startDate, endDate }: DayRange,
): (string | null)[] {
  const flowOn = new Map(flows.map(({ date, amount }) => [date, amount]));
  const factOn = new Map(facts.map(({ date, amount }) => [date, amount]));
  const base = baseOf(facts, startDate);
  const days = daysOf(startDate, endDate);
  if (base === undefined) return days.map(() => null);
  // Takes back everything booked after the first day up to a later base in one step: the base may be centuries away.
  const later = flows.filter(({ date }) => date > startDate && date <= base.date);
  let balance = addDecimals([
    base.amount,
    ...later.map(({ amount }) => negateDecimal(exactDecimal(amount))),
  ]);
  return days.map((day) => {
    // The flow of the first day includes those of all earlier days.
    const isKnown = day === startDate && base.date >= startDate;
    if (!isKnown) balance = addDecimals([balance, exactDecimal(flowOn.get(day) ?? null)]);
    balance = exactDecimal(factOn.get(day) ?? balance);
    return balance;
  });
}

/** The days of a range, in order. */
export function daysOf(startDate: string, endDate: string): string[] {
  const length = daysBetween(startDate, endDate) + 1;
  return Array.from({ length }, (_, at) => addDays(startDate, at));
}

/** The facts of the range, the last one before it and the first one after it; only the one that counts per day. Sorted by day. */
async function readFacts(
  sql: AnySql,
  householdId: string,
  accountIds: readonly string[],
  { startDate, endDate }: DayRange,
): Promise<Fact[]> {
  const around = (table: 'valuations' | 'balances', amount: string) => sql`
    select date, ${sql(amount)} as amount
    from (
      (select date, ${sql(amount)}
        from ${sql(table)} x
        where x.account_id = a.id and x.currency = a.currency and x.date <= ${startDate}
        order by x.date desc
        limit 1)
      union all
      select date, ${sql(amount)}
      from ${sql(table)} x
      where x.account_id = a.id and x.currency = a.currency and x.date > ${startDate} and x.date <= ${endDate}
      union all
      (select date, ${sql(amount)}
        from ${sql(table)} x
        where x.account_id = a.id and x.currency = a.currency and x.date > ${endDate}
        order by x.date
        limit 1)
    ) near`;
  return sql<Fact[]>`
    select distinct on (a.id, fact.date) a.id as account_id, fact.date, trim_scale(fact.amount)::text as amount
    from accounts a
    join households h on h.id = a.household_id
    cross join lateral (
      select date, amount, 1 as rank
      from (${around('valuations', 'amount')}) valuation
      union all
      select (a.balance_at at time zone h.time_zone)::date, a.balance, 2
      where a.balance_at is not null and a.balance is not null
      union all
      select date, amount, 3
      from (${around('balances', 'balance')}) stored
    ) fact
    where a.household_id = ${householdId}
      and a.id = any(${accountIds as string[]}::uuid[])
      and a.currency is not null
    order by a.id, fact.date, fact.rank`;
}

/** Sums of posted transactions by day; those before `startDate` count on that day. */
async function readFlows(
  sql: AnySql,
  householdId: string,
  spans: readonly { accountId: string; first: string; last: string }[],
  startDate: string,
): Promise<Flow[]> {
  if (spans.length === 0) return [];
  return sql<Flow[]>`
    select t.account_id, greatest(t.date, ${startDate}::date) as date, trim_scale(sum(t.amount))::text as amount
    from ${valueTable(sql, 'span', spans, { accountId: 'uuid', first: 'date', last: 'date' })}
    join accounts a on a.household_id = ${householdId} and a.id = span.account_id
    join transactions t
      on t.account_id = a.id
      and t.date > span.first
      and t.date <= span.last
      and t.removed_at is null
    where t.household_id = ${householdId}
      and t.parent_id is null
      and not t.pending
      and t.currency = a.currency
    group by 1, 2`;
}
