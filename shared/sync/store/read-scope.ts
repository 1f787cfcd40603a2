import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { hasRows } from '../../postgres/rows.ts';

/** The read of one account that is being reconciled. */
export interface ReadScope {
  householdId: string;
  accountId: string;
  syncAccountId: string;
}

/** Whether a table has rows of the account from that source: a single probe of the index on external ids. */
export function hasRowsOf(
  sql: AnySql,
  table: 'transactions' | 'holdings',
  source: 'provider' | 'csv_import',
  { householdId, accountId }: Pick<ReadScope, 'householdId' | 'accountId'>,
) {
  return hasRows(sql`
    select 1
    from ${sql(table)}
    where ${ofHousehold(sql, householdId)}
      and account_id = ${accountId}
      and source = ${source}
    limit 1`);
}

/** Whether `alias` is the account's stored row that the bank lists under that key. */
export const isBankRow = (
  sql: AnySql,
  { householdId, accountId }: Pick<ReadScope, 'householdId' | 'accountId'>,
  alias: Fragment,
  key: Fragment,
): Fragment => sql`
  ${alias}.${ofHousehold(sql, householdId)}
  and ${alias}.account_id = ${accountId}
  and ${alias}.source = 'provider'
  and ${alias}.external_id = ${key}`;

export interface CandidateRow {
  key: string;
  pending: boolean;
  date: string;
  amount: string;
  currency: string;
  label: string;
  hash: string;
}

/** Whether the read has a row with that key, even an unreadable one. */
export const isSeen = (sql: AnySql, { syncAccountId }: ReadScope, key: ReturnType<AnySql>) => sql`(
  exists (
    select 1
    from read_rows seen
    where seen.row_key = ${key}
  )
  or exists (
    select 1
    from staged_seen_keys seen
    where seen.sync_account_id = ${syncAccountId}
      and seen.row_key = ${key}
  )
)`;

/** The columns of a `CandidateRow`. */
export const listedFields = (sql: AnySql) => sql`
  listed.row_key as key,
  listed.pending,
  listed.date,
  listed.amount,
  listed.currency,
  listed.label,
  encode(listed.content_hash, 'hex') as hash`;

/**
 * The provider's rows of the account that meet a condition; removed rows must also meet `ofRemoved`. Live and removed rows have
 * separate indexes: a single query for both, with or without `or`, would read the whole account.
 */
export const storedRows = (
  sql: AnySql,
  { householdId, accountId }: ReadScope,
  condition: Fragment,
  ofRemoved: Fragment = sql``,
) => {
  const rows = sql`
    select *
    from transactions
    where ${ofHousehold(sql, householdId)}
      and account_id = ${accountId}
      and source = 'provider'
      ${condition}`;
  return sql`(
    ${rows} and removed_at is null
    union all
    ${rows} and removed_at is not null ${ofRemoved}
  )`;
};

/** The columns of `transactions` that make up a RowContent, under its field names. */
export function contentColumns(sql: AnySql): Fragment {
  return sql`
    date, amount, currency, provider_merchant as merchant, provider_description as description`;
}
