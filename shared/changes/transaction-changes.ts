import type { AnySql } from '../postgres/connect.ts';
import { readPage } from '../postgres/page.ts';
import type { Removed } from '../postgres/walk.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

/** An entry of the change log: an attribute changed by a rule, a person or the provider. */
export interface TransactionChange {
  readonly attribute: string;
  readonly source: 'rule' | 'user' | 'provider' | 'transfer' | 'import';
  readonly ruleId: string | null;
  readonly ruleRunId: string | null;
  /** The import or import session, or the sync, that wrote it. */
  readonly importId: string | null;
  readonly syncId: string | null;
  /** Of the request that wrote it; null otherwise, and in lines from before it was noted. */
  readonly apiKeyId: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly createdAt: Date;
}

/** Whether the household has, or had, this transaction: its log outlives it. */
export async function hasLoggedTransaction(
  sql: AnySql,
  householdId: string,
  transactionId: string,
): Promise<boolean> {
  const rows = await sql`
    select 1
    from transactions
    where household_id = ${householdId}
      and id = ${transactionId}
      and removed_reason is distinct from 'vanished'`;
  return rows.length > 0;
}

/** One page of a transaction's change log, newest first. */
export async function listTransactionChanges(
  sql: AnySql,
  householdId: string,
  transactionId: string,
  page: PageRequest,
): Promise<Page<TransactionChange>> {
  const matching = sql`
    from transaction_changes
    where household_id = ${householdId} and transaction_id = ${transactionId}`;
  return readPage(
    sql,
    page,
    matching,
    [
      ['created_at', 'timestamptz', 'desc'],
      ['id', 'bigint', 'desc'],
    ],
    ({ keys, window }) => sql<TransactionChange[]>`
    select attribute, source, rule_id, rule_run_id, import_id, sync_id, api_key_id,
      old_value, new_value, created_at, ${keys}
    ${matching}
    ${window}`,
  );
}

/**
 * Looks at the next lines of a walk through the whole log, of all households, and deletes those from before then. The walk
 * goes by the log's one index, because another one for age would cost every line that is written; its place is a row, so
 * that it comes to its end however often schedulers restart. One at a time: others find nothing to do.
 *
 * What a side of a transfer was before stays, for when the transfer is dissolved.
 */
export async function deleteTransactionChangesBefore(
  sql: AnySql,
  before: Date,
  { limit }: { limit: number },
): Promise<Removed<true>> {
  const [leg] = await sql<[{ deleted: number; isFull: boolean }]>`
    with place as materialized (
      select after_record_id, after_line
      from retention_walks
      where walked = 'transaction_changes'
      for update skip locked
    ),
    leg as materialized (
      select line.ctid as line_ctid, line.household_id, line.transaction_id, line.id, line.attribute, line.created_at
      from place
      cross join lateral (
        select ctid, *
        from transaction_changes
        where (transaction_id, id) > (place.after_record_id, place.after_line)
        order by transaction_id, id
        limit ${limit}
      ) line
    ),
    next as (
      -- The last line of a full leg; else the beginning.
      select transaction_id, id
      from leg
      order by transaction_id, id
      offset ${limit} - 1
    ),
    moved as (
      update retention_walks
      set after_record_id = coalesce((select transaction_id from next), '00000000-0000-0000-0000-000000000000'),
        after_line = coalesce((select id from next), 0)
      where walked = 'transaction_changes'
        and exists (select 1 from place)
    ),
    gone as (
      delete from transaction_changes
      where ctid = any(array(
          select line_ctid
          from leg
          where created_at < ${before}
            and not (attribute = 'kind' and exists (
              select 1
              from transfers t
              where t.household_id = leg.household_id
                and (t.inflow_transaction_id = leg.transaction_id or t.outflow_transaction_id = leg.transaction_id)
            ))
        ))
      returning 1
    )
    select (select count(*)::integer from gone) as deleted, exists (select 1 from next) as is_full`;
  return { deleted: leg.deleted, next: leg.isFull ? true : null };
}
