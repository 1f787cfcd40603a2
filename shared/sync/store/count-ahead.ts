import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { AHEAD_MAX } from '../../queue/turn.ts';

/** A scalar: live runs of a household. Like the next, it counts no further than makes a difference. */
export function liveOfHousehold(sql: AnySql, householdId: Fragment): Fragment {
  return sql`(
    select count(*)::integer
    from (
      select 1
      from syncs
      where status in ('queued', 'running')
        and household_id = ${householdId}
      limit ${AHEAD_MAX}
    ) live
  )`;
}

/**
 * A scalar: households with live runs at a bank; 0 for a bank that is not known. Households, not runs: one with many must not
 * keep the others at its bank waiting.
 */
export function householdsAtBank(sql: AnySql, bank: Fragment): Fragment {
  return sql`(
    select count(*)::integer
    from (
      select household_id
      from syncs
      where status in ('queued', 'running')
        and bank is not null
        and bank = ${bank}
      group by household_id
      limit ${AHEAD_MAX}
    ) live
  )`;
}
