import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { negateDecimal } from '#preflight/money';
import { isRejectedPair } from '../../rules/store/rule-transfers.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import type { Neighbourhood } from '../judge-pairs.ts';
import type { Habits } from '../habits.ts';
import { bothWays, sumsAcross, type KnownRate } from '../rates.ts';
import { PARTNERS_MAX } from '../side.ts';
import type { PossiblePair, Side, TransferAccount } from '../side.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isPossibleSide, wordsOf } from './possible-sides.ts';
import { transferSides } from './transfers.ts';

/** Partners, their partners, and so on: by this round a chain of equal sums counts as doubtful. */
const ROUNDS_MAX = 6;

/** The accounts whose transactions are paired, and the rates of the household's transfers. */
export interface TransferContext {
  readonly householdId: string;
  readonly accounts: readonly (TransferAccount & { readonly currency: string | null })[];
  readonly rates: readonly KnownRate[];
}

export async function readTransferContext(
  sql: AnySql,
  householdId: string,
): Promise<TransferContext> {
  const accounts = await sql<TransferContext['accounts'][number][]>`
    select id, name, accountable_type as type, subtype, institution_name, currency
    from accounts
    where household_id = ${householdId} and status in ('active', 'draft')
    order by id`;
  const rates = await sql<KnownRate[]>`
    select o.currency as from, i.currency as to, i.date, f.rate::float8 as rate, i.id as inflow_id, o.id as outflow_id
    from transfers f
    ${transferSides(sql)}
    where f.household_id = ${householdId} and f.rate is not null and i.currency <> o.currency
    order by i.date desc, f.id
    limit 1000`;
  return {
    householdId,
    accounts,
    rates: rates.flatMap(bothWays),
  };
}

/**
 * Reads what these transactions may be paired with, what those may be paired with instead, and so on. The cost grows with the
 * number of transactions: each costs an index lookup per account. Calls `habits` only if there are two currencies.
 */
export async function readNeighbourhood(
  sql: AnySql,
  context: TransferContext,
  ids: readonly string[],
  habits: () => Promise<Habits>,
): Promise<Neighbourhood> {
  const sides = new Map<string, Side>();
  const pairs = new Map<string, PossiblePair>();
  const whole = new Set<string>();
  let frontier = await readSides(sql, context, ids);
  for (let round = 0; round < ROUNDS_MAX && frontier.length > 0; round += 1) {
    for (const side of frontier) sides.set(side.id, side);
    const found = await findPartners(sql, context, frontier, habits);
    for (const { id } of frontier) whole.add(id);
    for (const pair of found) pairs.set(`${pair.outflowId} ${pair.inflowId}`, pair);
    const partners = found.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
    const unread = [...new Set(partners)].filter((id) => !sides.has(id));
    frontier = await readSides(sql, context, unread);
  }
  for (const side of frontier) sides.set(side.id, side);
  return { sides, accounts: context.accounts, pairs: [...pairs.values()], whole };
}

async function readSides(
  sql: AnySql,
  { householdId, accounts }: TransferContext,
  ids: readonly string[],
): Promise<Side[]> {
  if (ids.length === 0) return [];
  return sql<Side[]>`
    select t.id, t.account_id, t.date, t.amount, t.currency, t.pending,
      ${wordsOf(sql)} as text
    from transactions t
    where t.household_id = ${householdId}
      and t.id = any(${ids as string[]}::uuid[])
      and t.account_id = any(${accounts.map(({ id }) => id)}::uuid[])
      and ${isPossibleSide(sql, sql`t`)}
    order by t.id`;
}

/** The signed amount, from `least` to `most`, that the other side of a transaction would have in a currency. */
interface Sought {
  readonly side: Side;
  readonly currency: string;
  readonly least: string;
  readonly most: string;
  readonly knownRate: number | null;
}

async function findPartners(
  sql: AnySql,
  context: TransferContext,
  sides: readonly Side[],
  habits: () => Promise<Habits>,
): Promise<PossiblePair[]> {
  const currencies = new Set(context.accounts.flatMap(({ currency }) => currency ?? []));
  const exact = sides.map((side): Sought => {
    const opposite = negateDecimal(side.amount);
    return { side, currency: side.currency, least: opposite, most: opposite, knownRate: null };
  });
  const known = currencies.size > 1 ? await habits() : null;
  const across =
    known === null
      ? []
      : sides.flatMap((side) => soughtAcross(side, currencies, context.rates, known));
  const isWithin = sql`c.amount between sought.least and sought.most`;
  return [
    ...(await listPartners(sql, context, exact, sql`c.amount = sought.least`)),
    ...(await listPartners(sql, context, across, isWithin)),
  ];
}

/**
 * Equal sums are queried separately from ranges, so that the planner uses the index by sum for them. The offset forces a lookup per
 * account: in a new database without statistics, Postgres would otherwise read all of the household's rows for each transaction.
 */
async function listPartners(
  sql: AnySql,
  { householdId, accounts }: TransferContext,
  sought: readonly Sought[],
  hasAmount: Fragment,
): Promise<PossiblePair[]> {
  if (sought.length === 0) return [];
  const rows = await sql<{ place: number; id: string }[]>`
    select sought.place::integer as place, c.id
    from unnest(
      ${sought.map(({ side }) => side.id)}::uuid[], ${sought.map(({ side }) => side.accountId)}::uuid[],
      ${sought.map(({ side }) => side.date)}::date[], ${sought.map(({ currency }) => currency)}::text[],
      ${sought.map(({ least }) => least)}::numeric[], ${sought.map(({ most }) => most)}::numeric[]
    ) with ordinality as sought (id, account_id, date, currency, least, most, place)
    cross join lateral (
      select c.id
      from accounts a
      cross join lateral (
        select *
        from transactions c
        where c.${ofHousehold(sql, householdId)}
          and c.account_id = a.id
          and ${hasAmount}
          and c.date between sought.date - ${TRANSFER_WINDOW_DAYS}::integer and sought.date + ${TRANSFER_WINDOW_DAYS}::integer
          and c.currency = sought.currency
          and ${isPossibleSide(sql, sql`c`)}
        offset 0
      ) c
      where a.household_id = ${householdId}
        and a.id = any(${accounts.map(({ id }) => id)}::uuid[])
        and a.id <> sought.account_id
        and not ${isRejectedPair(sql, sql`sought.id`, sql`c.id`)}
      order by abs(c.date - sought.date), c.id
      limit ${PARTNERS_MAX}
    ) c
    order by sought.place, c.id`;
  return rows.flatMap(({ place, id }) => {
    const found = sought[place - 1];
    if (found === undefined) return [];
    const { side, knownRate } = found;
    return side.amount.startsWith('-')
      ? [{ outflowId: side.id, inflowId: id, knownRate }]
      : [{ outflowId: id, inflowId: side.id, knownRate }];
  });
}

/** What a side may have become in the household's other currencies. */
function soughtAcross(
  side: Side,
  currencies: ReadonlySet<string>,
  rates: readonly KnownRate[],
  habits: Habits,
): Sought[] {
  return [...currencies].flatMap((currency) => {
    const sums = currency === side.currency ? null : sumsAcross(side, currency, rates, habits);
    if (sums === null) return [];
    const [low, high] = [String(sums.least), String(sums.most)];
    const [least, most] = side.amount.startsWith('-') ? [low, high] : [`-${high}`, `-${low}`];
    return [{ side, currency, least, most, knownRate: sums.knownRate }];
  });
}
