import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isUnpaired } from '../match/match-tables.ts';
import { isUnsaid, unsaidRows } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** A file lists an earlier one again if that has this many bookings of the days that both cover, and at most one in so many is missing. */
const LISTED_MIN = 3;
const MISSING_SHARE = 20;

/** Whether the row `r` is a booking. */
const isListed = (tx: Tx) => tx`r.verdict in ('new', 'duplicate', 'update')`;

/**
 * Pairs rows with the transactions of an earlier file that this one lists again under other names: the bank has changed its texts, or
 * a release of ours reads them from another column. A file that has almost all of an earlier one's days and amounts has the others,
 * too: what neither has under the other's name is the same. `free` are the rows without a counterpart. Call it after matchBankIds and matchRows.
 */
export async function matchRenamed(tx: Tx, scope: CsvScope, free: Fragment): Promise<void> {
  const { householdId, importId } = scope;
  await tx`
    with free as materialized (
      select w.*, ${unsaidRows(tx, scope).wanted} as is_unsaid
      from (${free}) w
    ),
    stored as materialized (
      select distinct v.import_id, t.id, t.account_id, v.date, t.amount, t.currency, t.created_at,
        ${isUnsaid(tx, householdId)} as is_unsaid
      from match_views v
      join transactions t on t.household_id = ${householdId} and t.id = v.id
      where v.import_id <> ${importId}
        and not v.is_wanted
        and ${isUnpaired(tx, 'id', tx`t.id`)}
        -- The bank's ids tell these from the rows of the file.
        and t.id not in (select id from match_stored_ids)
        and (t.account_id, v.date, t.amount) in (select account_id, date, amount from free)
    ),
    own as materialized (
      select r.account_id, r.date, r.amount, count(*) as count
      from import_rows r
      where ${ofImport(tx, { householdId, importId })}
        and ${isListed(tx)}
        and exists (select 1 from stored)
      group by r.account_id, r.date, r.amount
    ),
    earlier as (
      select r.import_id, r.account_id, r.date, r.amount, count(*) as count
      from import_rows r
      join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
      join (select account_id, min(date) as first, max(date) as last from own group by account_id) covered
        on covered.account_id = r.account_id
        and r.date between covered.first and covered.last
      where r.household_id = ${householdId}
        and r.import_id in (select import_id from stored)
        and ${isListed(tx)}
      group by r.import_id, r.account_id, r.date, r.amount
    ),
    listed_again as (
      select e.import_id
      from earlier e
      left join own using (account_id, date, amount)
      group by e.import_id
      having sum(e.count) >= ${LISTED_MIN}::integer
        and sum(e.count - least(e.count, coalesce(own.count, 0))) * ${MISSING_SHARE}::integer <= sum(e.count)
    ),
    one as (
      select distinct on (id) *
      from stored
      where import_id in (select import_id from listed_again)
      order by id, import_id
    ),
    known as (
      select *, row_number() over (partition by account_id, date, amount order by created_at, id) as twin
      from one
    ),
    wanted as (
      select *, row_number() over (partition by account_id, date, amount order by place, ref) as twin
      from free
    )
    insert into match_pairs (ref, place, account_id, date, amount, currency, name, id, stored_date, certainty)
    select w.ref, w.place, account_id, date, amount, w.currency, w.name, known.id, date, 'likely'
    from wanted w
    join known using (account_id, date, amount, twin)
    where w.currency = known.currency or w.is_unsaid or known.is_unsaid`;
}
