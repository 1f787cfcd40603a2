import type { AnySql, Tx } from '../postgres/connect.ts';
import { readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

/** Records with a change log of their own kind; transactions have theirs in transaction-changes.ts. */
export const LOGGED_RECORDS = [
  ...['account', 'category', 'tag', 'merchant', 'rule'],
  ...['household', 'import_profile', 'provider_connection', 'api_key'],
] as const;

/** One write of one record by a request. */
export interface RecordChange {
  readonly recordType: (typeof LOGGED_RECORDS)[number];
  readonly recordId: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly apiKeyId: string;
  /** By attribute, as on the wire; a new record has no old values, a deleted one no new ones. */
  readonly changes: readonly {
    attribute: string;
    old_value: string | null;
    new_value: string | null;
  }[];
  readonly createdAt: Date;
}

/** Names the key that this transaction writes for. Triggers log each record that it writes from here on. */
export async function signTransaction(tx: Tx, apiKeyId: string): Promise<void> {
  await tx`select set_config('ledgerline.api_key', ${apiKeyId}, true)`;
}

/** Deletes lines from before then, the oldest first, of all households. Returns how many. */
export async function deleteRecordChangesBefore(
  sql: AnySql,
  before: Date,
  limit: number,
): Promise<number> {
  const { count } = await sql`
    delete from record_changes
    where id = any(array(
        select id
        from (select id, created_at from record_changes order by id limit ${limit}) oldest
        where created_at < ${before}
      ))`;
  return count;
}

/** One page of the household's log, newest first. */
export async function listRecordChanges(
  sql: AnySql,
  householdId: string,
  filter: { recordType: string | undefined; recordId: string | undefined },
  page: PageRequest,
): Promise<Page<RecordChange>> {
  const { recordType, recordId } = filter;
  const matching = sql`
    from record_changes r
    where household_id = ${householdId}
    ${recordType === undefined ? sql`` : sql`and record_type = ${recordType}`}
    ${recordId === undefined ? sql`` : sql`and record_id = ${recordId}`}`;
  return readPage(
    sql,
    page,
    matching,
    [['id', 'bigint', 'desc']],
    ({ keys, window }) => sql<RecordChange[]>`
    select record_type, record_id, action, api_key_id, created_at,
      -- As text: amounts stay exact.
      array(
        select jsonb_build_object('attribute', key, 'old_value', b.value, 'new_value', a.value)
        from jsonb_each_text(coalesce(r.before, '{}')) b
        full join jsonb_each_text(coalesce(r.after, '{}')) a using (key)
        order by key
      ) as changes, ${keys}
    ${matching}
    ${window}`,
  );
}
