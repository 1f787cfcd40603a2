import type { AnySql } from '../../postgres/connect.ts';
import { TRANSFER_KINDS } from '#preflight/rules/transfer-kinds';
import { learnHabits } from '../learn-habits.ts';
import type { Habits } from '../habits.ts';
import type { PastSide, SidePair } from '../side.ts';
import type { TransferContext } from './neighbourhood.ts';
import { wordsOf } from './possible-sides.ts';

/** Habits are learned from this many of the latest transactions, however many a household has. */
const PAST_ROWS = 3_000;
/** How many rejected pairs are considered, latest first. */
const REJECTED_MAX = 1_000;

/** Learns a household's habits from its latest transactions. Costs a single index scan, whatever the question. */
export async function readHabits(
  sql: AnySql,
  { householdId, accounts }: TransferContext,
): Promise<Habits> {
  // Links made by the service are no evidence for themselves: the past must show them again, which it cannot for exchanges.
  const past = await sql<PastSide[]>`
    select t.id, t.account_id, t.date, t.amount, t.currency, ${wordsOf(sql)} as text,
      case
        when t.kind = any(${TRANSFER_KINDS as string[]}::text[])
          and not exists (select 1 from transfers where inflow_transaction_id = t.id and matched and rate is null)
          and not exists (select 1 from transfers where outflow_transaction_id = t.id and matched and rate is null)
          then 'transfer'
        when t.kind = 'one_time' or (t.locked_attributes ? 'kind' and not t.kind = any(${TRANSFER_KINDS as string[]}::text[]))
          then 'other'
      end as known
    from (
      -- Limited first: for all rows of the household the planner would read the transfers of all households.
      select *
      from transactions
      where household_id = ${householdId}
        and removed_at is null
        and not is_split_parent
        and parent_id is null
        and mirror_of is null
        and not pending
        and amount <> 0
      order by date desc, id
      limit ${PAST_ROWS}
    ) t
    order by t.date desc, t.id`;
  const rejected = await sql<SidePair[]>`
    select inflow_transaction_id as inflow_id, outflow_transaction_id as outflow_id
    from rejected_transfers
    where household_id = ${householdId}
    order by created_at desc, inflow_transaction_id, outflow_transaction_id
    limit ${REJECTED_MAX}`;
  return learnHabits(accounts, past, rejected);
}
