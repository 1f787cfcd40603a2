import type { AnySql } from '../postgres/connect.ts';

/** What requests made of one transaction, the latest first in a list. */
export interface TransactionEdit {
  readonly transactionId: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The latest edits of the household's transactions by people, that is by requests with a key; the newest first. */
export async function listLatestEdits(
  sql: AnySql,
  householdId: string,
  limit: number,
): Promise<TransactionEdit[]> {
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
