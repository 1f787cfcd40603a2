import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { isUnpaired } from '../match/match-tables.ts';
import { isUnsaid, unsaidRows } from './claims.ts';
import { said } from './match-corrected.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** A file lists an earlier one again if it has this many of its bookings, and of those of the days that both cover lacks at most one in so many. */
export const LISTED_MIN = 3;
export const LACKING_SHARE = 20;

/** What two readings of one booking have in common. */
const alike = (tx: Tx) => tx`account_id, amount, date`;

/** What the rows `r` of a file say, as a booking each. */
const stated = (tx: Tx) => tx`r.account_id, said.date, said.amount`;

/**
 * Pairs rows with the transactions of an earlier file that this one lists again under other names: the bank has changed its texts, or a
 * release of ours reads them from elsewhere. A file that has almost all of an earlier one's days and amounts has the others, too. `free`
 * are the rows without a counterpart. What a person made of rows changes nothing: only what the files say counts. Call it after
 * matchBankIds and matchRows.
 */
export async function matchRenamed(tx: Tx, scope: CsvScope, free: Fragment): Promise<void> {
  const { householdId, importId } = scope;
  const columns = alike(tx);
  await tx`
    with free as materialized (
      select w.*, ${unsaidRows(tx, scope).wanted} as is_unsaid
      from (${free}) w
    ),
    stored as materialized (
      ${storedLike(tx, scope)}
    ),
    listed as materialized (
      select ${columns}, count(*) as count
      from (
        select ${stated(tx)}
        from import_rows r
        ${said(tx)}
        where ${ofImport(tx, { householdId, importId })}
          and exists (select 1 from stored)
      ) each
      group by ${columns}
    ),
    covered as materialized (
      select account_id, min(date) as first, max(date) as last
      from listed
      group by account_id
    ),
    earlier as materialized (
      ${earlierLike(tx, scope)}
    ),
    listed_again as (
      select import_id
      from earlier e
      left join listed l using (${columns})
      group by import_id
      having sum(least(e.count, coalesce(l.count, 0))) >= ${LISTED_MIN}::integer
        and sum(e.count - least(e.count, coalesce(l.count, 0))) * ${LACKING_SHARE}::integer <= sum(e.count)
    ),
    known as (
      select *, row_number() over (partition by ${columns} order by date, created_at, id) as twin
      from (
        select distinct on (id) *
        from stored
        where import_id in (select import_id from listed_again)
        order by id, import_id
      ) one
    ),
    wanted as (
      select *, row_number() over (partition by ${columns} order by date, place, ref) as twin
      from free
    )
    insert into match_pairs (ref, place, account_id, date, amount, currency, name, id, stored_date, certainty)
    select w.ref, w.place, w.account_id, w.date, w.amount, w.currency, w.name, known.id, known.date, 'likely'
    from wanted w
    join known using (${columns}, twin)
    where (
        w.currency = known.currency
        or w.is_unsaid
        or exists (
          select 1
          from transactions t
          where t.household_id = ${householdId}
            and t.id = known.id
            and ${isUnsaid(tx, householdId)}
        )
      )`;
}

/** The transactions of earlier files that no row of the file is, and that one of `free` is like. */
const storedLike = (tx: Tx, { householdId, importId }: CsvScope) => tx`
  select *
  from (
    select v.import_id, t.id, t.account_id, v.date, t.amount, t.currency, t.created_at
    from (
      select distinct id, import_id, date
      from match_views
      where import_id <> ${importId}
        and not is_wanted
        and date in (select date from free)
        and ${isUnpaired(tx, 'id', tx`match_views.id`)}
        -- The bank's ids tell these from the rows of the file.
        and id not in (select id from match_stored_ids)
    ) v
    cross join lateral (
      select *
      from transactions t
      where t.household_id = ${householdId}
        and t.id = v.id
      offset 0
    ) t
    offset 0
  ) each
  where (${alike(tx)}) in (select ${alike(tx)} from free)`;

/** What earlier files, of which `stored` has transactions, list in the days that the file covers. */
const earlierLike = (tx: Tx, { householdId }: CsvScope) => tx`
  select import_id, ${alike(tx)}, count(*) as count
  from (
    select i.id as import_id, ${stated(tx)}
    from (select distinct import_id from stored) s
    join imports i on i.household_id = ${householdId} and i.id = s.import_id and ${isInLedger(tx)}
    cross join lateral (
      select *
      from import_rows r
      where r.household_id = ${householdId}
        and r.import_id = i.id
      offset 0
    ) r
    ${said(tx)}
    join covered on covered.account_id = r.account_id and said.date between covered.first and covered.last
      and said.amount is not null
  ) each
  group by import_id, ${alike(tx)}`;
