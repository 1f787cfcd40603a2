import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { isPaired, isRejectedPair } from '../../rules/store/rule-transfers.ts';

/**
 * Whether a transaction may be one side of a transfer that the service finds: it is whole, not removed, not excluded, and no person
 * has decided what it is. Counterparts that rules made are left out: they follow their own transaction.
 */
export function isPossibleSide(sql: AnySql, t: Fragment): Fragment {
  return sql`(
    ${t}.removed_at is null
    and ${t}.amount <> 0
    and not ${t}.excluded
    and not ${t}.is_split_parent
    and ${t}.parent_id is null
    and ${t}.mirror_of is null
    and ${t}.kind <> 'one_time'
    and not ${t}.locked_attributes ? 'kind'
    and not ${isPaired(sql, sql`${t}.id`)}
  )`;
}

/**
 * Whether a departure and an arrival fit: different accounts, a few days apart, not rejected, and the same sum if the currency is
 * the same. Sums in two currencies are compared later, when pairs are judged.
 */
export function isPossiblePair(sql: AnySql, outflow: Fragment, inflow: Fragment): Fragment {
  return sql`(
    ${outflow}.account_id <> ${inflow}.account_id
    and ${outflow}.amount < 0
    and ${inflow}.amount > 0
    and (${outflow}.currency <> ${inflow}.currency or ${outflow}.amount = -${inflow}.amount)
    and abs(${inflow}.date - ${outflow}.date) <= ${TRANSFER_WINDOW_DAYS}::integer
    and not ${isRejectedPair(sql, sql`${outflow}.id`, sql`${inflow}.id`)}
  )`;
}

/** Everything that the bank and the household state about the transaction `t`. */
export function wordsOf(sql: AnySql): Fragment {
  return sql`concat_ws(
    ' ', t.name, nullif(t.provider_merchant, t.name), nullif(t.provider_description, t.name), t.notes
  )`;
}
