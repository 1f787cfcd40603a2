import type { Fragment, Tx } from '../../postgres/connect.ts';
import { FAR_DAYS } from './view-evidence.ts';

/** What the report of an import states of the file's balances: no row, or one. Looked up by its id, however many others there are. */
const balancesOf = (tx: Tx, householdId: string, id: Fragment): Fragment => tx`
  select balance.*
  from imports i
  cross join lateral jsonb_to_record(i.report -> 'balance') as balance (first date, last date, opening numeric, closing numeric)
  where i.household_id = ${householdId}
    and i.id = ${id}
    and i.report ? 'balance'
  offset 0`;

/**
 * Undoes pairs of bookings from statement files of two formats if balances refute them. What one file closes with, less what the next
 * one opens with, is the sum of the bookings that both have. If more is paired, by a multiple of just one price, the pairs of that price
 * that are nearest to where the files meet are undone, unless a file of the same format has them, or the same amount also went the
 * other way there. Call it after matchRows.
 */
export async function refuteByBalances(
  tx: Tx,
  { householdId, importId }: { householdId: string; importId: string },
): Promise<void> {
  await tx`
    with own as (${balancesOf(tx, householdId, tx`${importId}`)}),
    stored as materialized (
      select id, import_id, make = (select make from match_views where is_wanted limit 1) as is_alike
      from match_views
      where import_id is not null
        and not is_wanted
        and exists (select 1 from own)
    ),
    paired as materialized (
      select distinct s.import_id, p.ref, p.amount, p.date, p.id in (select id from stored where is_alike) as is_sure
      from match_pairs p
      join stored s using (id)
      where not s.is_alike
    ),
    sums as (
      select import_id, sum(amount) as amount
      from paired
      group by import_id
    ),
    excess as (
      select sums.import_id, own.last > balance.last as is_later,
        case when own.last > balance.last then balance.last else balance.first end as edge,
        sums.amount - case when own.last > balance.last then balance.closing - own.opening else own.closing - balance.opening end
          as amount
      from sums
      cross join lateral (${balancesOf(tx, householdId, tx`sums.import_id`)}) balance
      cross join own
      where sign(own.first - balance.first) * sign(own.last - balance.last) > 0
    ),
    explained as (
      select min(e.amount / p.amount)::integer as count, count(*) over (partition by p.import_id) as prices,
        array_agg(p.ref order by case when e.is_later then -1 else 1 end * (p.date - e.edge), p.ref) as refs
      from excess e
      join paired p on p.import_id = e.import_id and abs(p.date - e.edge) <= ${FAR_DAYS}::integer
      where not p.is_sure
        and mod(e.amount, nullif(p.amount, 0)) = 0
        and e.amount / nullif(p.amount, 0) > 0
        -- A refund that is paired with none of this file, although it has it, would look the same.
        and not exists (
          select 1
          from import_rows r
          where r.household_id = ${householdId}
            and r.import_id = ${importId}
            and r.amount = -p.amount
            and abs(r.date - e.edge) <= ${FAR_DAYS}::integer
        )
      group by p.import_id, p.amount
      having count(*) >= min(e.amount / p.amount)
    )
    delete from match_pairs
    where ref in (
      select unnest(refs[:count])
      from explained
      where prices = 1
    )`;
}
