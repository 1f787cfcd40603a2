import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';
import type { CsvScope } from './scope.ts';

/** The opening balances that preflight found in the file, by the names of their accounts. */
export const openingsOf = (tx: Tx, { householdId, importId }: CsvScope): Fragment => tx`
  select opening.account, opening.amount
  from imports i
  ${statedIn(tx)}
  where i.household_id = ${householdId}
    and i.id = ${importId}`;

/** What the import `i` states, as `opening`. */
const statedIn = (tx: Tx): Fragment => tx`
  cross join lateral jsonb_to_recordset(coalesce(i.report -> 'openings', '[]')) as opening (account text, amount numeric)`;

/** Whether the ledger has the row `r`, and balances include it. */
const isBooked = (tx: Tx): Fragment =>
  tx`r.verdict in ('new', 'duplicate', 'update') and not r.pending`;

/** An account, the id of its opening balance, and the exact amount. */
interface Anchor {
  id: string;
  accountId: string;
  amount: string;
}

/**
 * Anchors these accounts with the opening balances that the import proves, on the day before its first booking. None where a balance of
 * that day is known, its rows in the account have several names, or none of them has its currency.
 */
export function anchorOpenings(
  tx: Tx,
  scope: CsvScope,
  accountIds: readonly string[],
): Promise<Anchor[]> {
  return tx<Anchor[]>`
    insert into valuations (household_id, account_id, date, kind, name, amount, currency, source)
    select booked.household_id, booked.id, booked.first - 1, 'opening_anchor', 'Opening balance', opening.amount, booked.currency,
      ${IMPORT_SOURCE}
    from (
      -- A booking may have the day that another file says.
      select a.household_id, a.id, a.currency, min(r.account) as name, min(least(r.date, t.date)) as first
      from accounts a
      join import_rows r on r.account_id = a.id
      left join lateral (
        select t.date
        from transactions t
        where t.${ofHousehold(tx, scope.householdId)}
          and t.id = r.of_id
          and t.removed_at is null
        offset 0
      ) t on true
      where a.household_id = ${scope.householdId}
        and a.id = any(${accountIds as string[]}::uuid[])
        and ${ofImport(tx, scope)}
        and ${isBooked(tx)}
      group by a.household_id, a.id
      having count(distinct r.account) = 1
        and bool_and(r.account is not null)
        and bool_or(coalesce(r.currency, a.currency) = a.currency)
    ) booked
    join (${openingsOf(tx, scope)}) opening on opening.account = booked.name
    on conflict (account_id, date) do nothing
    returning id, account_id, amount`;
}

/**
 * The imports of the household, but for that one, with a proven opening balance of one of these accounts: the first to be published
 * first, each with these accounts.
 */
export function findOpeningImports(
  tx: Tx,
  { householdId, importId }: CsvScope,
  accountIds: readonly string[],
) {
  return tx<{ importId: string; accountIds: string[] }[]>`
    select i.id as import_id, array_agg(a.id) as account_ids
    from accounts a
    join imports i on i.household_id = a.household_id and i.id <> ${importId} and ${isInLedger(tx)}
    ${statedIn(tx)}
    where a.household_id = ${householdId}
      and a.id = any(${accountIds as string[]}::uuid[])
      -- One that is being published for the first time has written nothing yet.
      and i.published_at is not null
      -- The first row of the name is enough to know its account: one look-up for each file, however many rows it has.
      and a.id = (
        select r.account_id
        from import_rows r
        where r.household_id = i.household_id
          and r.import_id = i.id
          and r.account = opening.account
          and ${isBooked(tx)}
        order by r.line
        limit 1
      )
    group by i.id
    order by i.published_at, i.id`;
}
