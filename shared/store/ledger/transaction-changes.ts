import type { AnySql } from '../../db/connect.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

/** An entry of the change log: an attribute changed by a rule, a person or the provider. */
export interface TransactionChange {
  readonly attribute: string;
  readonly source: 'rule' | 'user' | 'provider' | 'transfer';
  readonly ruleId: string | null;
  readonly ruleRunId: string | null;
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
    select attribute, source, rule_id, rule_run_id, api_key_id,
      old_value, new_value, created_at, ${keys}
    ${matching}
    ${window}`,
  );
}
