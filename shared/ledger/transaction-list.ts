import type { AnySql, Fragment } from '../postgres/connect.ts';
import type { EntryFilter } from './entry-filter.ts';
import { listTransactionsById } from './transactions.ts';
import type { Transaction } from './transactions.ts';
import { hasTrigram, SEARCH_TEXT } from './search-text.ts';
import { latestDayFirst, readPage } from '../postgres/page.ts';
import type { Page, PageRequest, SortKey } from '../postgres/page.ts';
import { ofHousehold } from '../postgres/plans.ts';

export interface TransactionFilter extends EntryFilter {
  pending?: boolean | undefined;
  /** Part of the name, the notes or the provider's description, ignoring letter case. */
  search?: string | undefined;
  /** `none`: only those without a category. */
  categoryId?: string | undefined;
  merchantId?: string | undefined;
  tagId?: string | undefined;
  kind?: Transaction['kind'] | undefined;
  /** Inclusive, as exact decimals: money in is positive. */
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  /** Inclusive. */
  updatedSince?: Date | undefined;
  /** Only those that this sync created or changed. */
  syncId?: string | undefined;
  /** Only those that this CSV import or import session added, or inherited from one that was undone. */
  importId?: string | undefined;
}

/** The sort orders of the list, by their names on the wire. */
const TRANSACTION_ORDERS = {
  '-date': latestDayFirst,
  date: [
    ['e.date', 'date'],
    ['e.id', 'uuid', 'desc'],
  ],
  '-amount': [
    ['e.amount', 'numeric', 'desc'],
    ['e.id', 'uuid', 'desc'],
  ],
  amount: [
    ['e.amount', 'numeric'],
    ['e.id', 'uuid'],
  ],
  '-updated_at': [
    ['e.updated_at', 'timestamptz', 'desc'],
    ['e.id', 'uuid', 'desc'],
  ],
  updated_at: [
    ['e.updated_at', 'timestamptz'],
    ['e.id', 'uuid'],
  ],
} as const satisfies Record<string, readonly SortKey[]>;

type TransactionOrder = keyof typeof TRANSACTION_ORDERS;
export const TRANSACTION_ORDER_NAMES = Object.keys(TRANSACTION_ORDERS) as TransactionOrder[];

function isChangedBy(sql: AnySql, householdId: string, syncId: string) {
  return sql`e.id in (
      select unnest(coalesce(record_ids, array[record_id]))
      from changes
      where household_id = ${householdId}
        and cause = 'sync'
        and cause_id = ${syncId}
        and kind = 'transactions'
    )`;
}

/**
 * As an array, so that a page costs as much as the import has, not as much as the household has. Of a transaction that an undone
 * import had added, the import that it passed to has a row that recognised it.
 */
function isAddedBy(sql: AnySql, householdId: string, importId: string) {
  return sql`e.id = any(array(
      select t.id
      from import_rows r
      cross join lateral (
        select id
        from transactions t
        where t.${ofHousehold(sql, householdId)}
          and t.id = coalesce(r.of_id, r.record_id)
          and t.import_id = r.import_id
        offset 0
      ) t
      where r.household_id = ${householdId}
        and r.import_id = ${importId}
      union all
      select id
      from transactions
      where ${ofHousehold(sql, householdId)}
        and import_session_id = ${importId}
    ))`;
}

function matchingTransactions(sql: AnySql, householdId: string, filter: TransactionFilter) {
  const { startDate, endDate, kind, minAmount, maxAmount, updatedSince } = filter;
  const { categoryId, merchantId, tagId, pending } = filter;
  const narrow = inAccounts(sql, householdId, filter);
  const conditions = [
    narrow !== null && filter.search === undefined ? null : sql`e.household_id = ${householdId}`,
    narrow,
    pending === undefined ? null : pending ? sql`e.pending` : sql`not e.pending`,
    startDate === undefined ? null : sql`e.date >= ${startDate}`,
    endDate === undefined ? null : sql`e.date <= ${endDate}`,
    kind === undefined ? null : sql`e.kind = ${kind}`,
    minAmount === undefined ? null : sql`e.amount >= ${minAmount}`,
    maxAmount === undefined ? null : sql`e.amount <= ${maxAmount}`,
    updatedSince === undefined ? null : sql`e.updated_at >= ${updatedSince}`,
    categoryId === 'none' ? sql`e.category_id is null` : null,
    categoryId === undefined || categoryId === 'none' ? null : sql`e.category_id = ${categoryId}`,
    merchantId === undefined ? null : sql`e.merchant_id = ${merchantId}`,
    tagId === undefined ? null : hasTag(sql, householdId, tagId),
    filter.syncId === undefined ? null : isChangedBy(sql, householdId, filter.syncId),
    filter.importId === undefined ? null : isAddedBy(sql, householdId, filter.importId),
    filter.search === undefined ? null : hasText(sql, filter.search),
  ].filter((condition) => condition !== null);
  return sql`
    from transactions e
    where e.removed_at is null
      ${conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql``)}`;
}

/**
 * A condition on the account, for the rows of one account and for the pending ones; else null. It only names accounts, so that an
 * index on the account alone answers; a foreign key ensures that their rows are the household's. A search names the household as
 * well: the index in `deploy/sql/search-index.sql` starts with it and would otherwise read other households' rows.
 */
function inAccounts(
  sql: AnySql,
  householdId: string,
  { accountId, pending, search }: TransactionFilter,
): Fragment | null {
  if (accountId !== undefined && search !== undefined) return sql`e.account_id = ${accountId}`;
  if (accountId !== undefined) {
    return sql`e.account_id = (select id from accounts where household_id = ${householdId} and id = ${accountId})`;
  }
  if (pending !== true) return null;
  return sql`e.account_id in (select id from accounts where household_id = ${householdId})`;
}

function hasTag(sql: AnySql, householdId: string, tagId: string): Fragment {
  return sql`e.id in (
    select transaction_id
    from transaction_tags
    where household_id = ${householdId}
      -- Hides the tag from the planner, which expects one row for an unknown tag and would read all its rows for each transaction.
      and tag_id = (select ${tagId}::uuid)
  )`;
}

function hasText(sql: AnySql, search: string): Fragment {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (char) => `\\${char}`)}%`;
  if (hasTrigram(search)) return sql`${sql.unsafe(SEARCH_TEXT)} like lower(${pattern}::text)`;
  // Postgres takes the sigma that ends a word for another letter than those within it.
  const isLike = (column: string) =>
    /[Σσς]/.test(search)
      ? sql`translate(${sql(column)}, 'ς', 'σ') ilike translate(${pattern}::text, 'ς', 'σ')`
      : sql`${sql(column)} ilike ${pattern}`;
  return sql`(
    ${isLike('e.name')}
    or ${isLike('e.notes')}
    or ${isLike('e.provider_merchant')}
    or ${isLike('e.provider_description')}
  )`;
}

/** Ids after `after`, in order, including removed transactions. */
export async function listTransactionIds(
  sql: AnySql,
  householdId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from transactions
    where household_id = ${householdId}
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** One page of the matching transactions in the given order. Never includes removed ones. */
export async function listTransactions(
  sql: AnySql,
  householdId: string,
  filter: TransactionFilter,
  orderName: TransactionOrder,
  page: PageRequest,
): Promise<Page<Transaction>> {
  // Finds the page with what an index holds; rows, names and tags are only read for that page, however deep it is.
  const matching = matchingTransactions(sql, householdId, filter);
  const { rows, ...place } = await readPage(
    sql,
    page,
    matching,
    TRANSACTION_ORDERS[orderName],
    ({ keys, window }) => sql<{ id: string }[]>`select e.id, ${keys} ${matching} ${window}`,
  );
  const ids = rows.map(({ id }) => id);
  return { ...place, rows: await listTransactionsById(sql, householdId, ids) };
}
