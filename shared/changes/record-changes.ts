import type { AnySql } from '../postgres/connect.ts';
import { readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

/** Records whose changes by requests are listed, by table. Transactions have a log each, in transaction-changes.ts. */
const TABLES = {
  account: 'accounts',
  category: 'categories',
  tag: 'tags',
  merchant: 'merchants',
  rule: 'rules',
  household: 'households',
  import_profile: 'import_profiles',
  provider_connection: 'provider_connections',
  api_key: 'api_keys',
  webhook_endpoint: 'webhook_endpoints',
} as const;
type RecordType = keyof typeof TABLES;
export const LOGGED_RECORDS = Object.keys(TABLES) as RecordType[];

export interface RecordChange {
  readonly recordType: RecordType;
  readonly recordId: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly apiKeyId: string;
  /** By attribute, as on the wire. A new record has no old values, a deleted one no new ones. */
  readonly changes: readonly {
    attribute: string;
    old_value: string | null;
    new_value: string | null;
  }[];
  readonly createdAt: Date;
}

/** One page of what requests changed in the household, newest first. */
export async function listRecordChanges(
  sql: AnySql,
  householdId: string,
  filter: { recordType: RecordType | undefined; recordId: string | undefined },
  page: PageRequest,
): Promise<Page<RecordChange>> {
  const { recordType, recordId } = filter;
  // The same condition as in the partial index.
  const matching = sql`
    from changes r
    where household_id = ${householdId}
      and cause = 'key'
      and record_id is not null
      and kind <> 'transactions'
    ${recordType === undefined ? sql`` : sql`and kind = ${TABLES[recordType]}`}
    ${recordId === undefined ? sql`` : sql`and record_id = ${recordId}`}`;
  const found = await readPage(
    sql,
    page,
    matching,
    [['id', 'bigint', 'desc']],
    ({ keys, window }) => sql<(Omit<RecordChange, 'recordType'> & { kind: string })[]>`
    select kind, record_id, operation as action, cause_id as api_key_id, created_at,
      -- As text: amounts stay exact.
      array(
        select jsonb_build_object('attribute', key, 'old_value', b.value, 'new_value', a.value)
        from json_each_text(coalesce(r.before, '{}')) b
        full join json_each_text(coalesce(r.after, '{}')) a using (key)
        order by key
      ) as changes, ${keys}
    ${matching}
    ${window}`,
  );
  const typeOf = (kind: string) =>
    LOGGED_RECORDS.find((type) => TABLES[type] === kind) ?? 'account';
  const rows = found.rows.map(({ kind, ...row }) => ({ ...row, recordType: typeOf(kind) }));
  return { ...found, rows };
}
