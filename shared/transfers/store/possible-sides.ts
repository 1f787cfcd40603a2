import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { isPaired, isRejectedPair } from '../../rules/store/rule-transfers.ts';

/**
 * Whether a transaction may be one side of a transfer that the service finds: whole, alive, counted, and without a word
 * of a person on what it is. What rules made as a counterpart follows its own transaction.
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
 * Whether a departure and an arrival fit: other account, few days apart, not rejected, and within one currency the same
 * sum. Sums of two currencies are for the judgement to compare.
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

/** Everything that the bank and the household say about the transaction `t`. */
export function wordsOf(sql: AnySql): Fragment {
  return sql`concat_ws(
    ' ', t.name, nullif(t.provider_merchant, t.name), nullif(t.provider_description, t.name), t.notes
  )`;
}
