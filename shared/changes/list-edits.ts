import type { AnySql } from '../postgres/connect.ts';

/** What requests changed in one transaction; in a list, the newest first. */
export interface TransactionEdit {
  readonly transactionId: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The newest edits of the household's transactions by people, that is, by requests with an API key. */
export async function listLatestEdits(sql: AnySql, householdId: string, limit: number) {
  return sql<TransactionEdit[]>`
    select record_id as transaction_id, before, after
    from changes
    where household_id = ${householdId}
      and cause = 'key'
      and kind = 'transactions'
      and operation = 'updated'
      and record_id is not null
      and before is not null
      and after is not null
    order by id desc
    limit ${limit}`;
}
