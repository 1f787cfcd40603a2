import type { AnySql } from '../../db/connect.ts';
import type { EntryFilter } from './entry-filter.ts';
import { transactionColumns } from './transactions.ts';
import type { Transaction } from './transactions.ts';

export interface TransactionFilter extends EntryFilter {
  pending: boolean | undefined;
  /** Part of the name, the notes or the provider's own words, letter case aside. */
  search: string | undefined;
}

function matching(sql: AnySql, householdId: string, filter: TransactionFilter) {
  const { accountId, startDate, endDate, pending, search } = filter;
  const pattern = `%${search?.replaceAll(/[\\%_]/g, (char) => `\\${char}`) ?? ''}%`;
  return sql`
    t.household_id = ${householdId}
    and t.removed_at is null
    ${accountId === undefined ? sql`` : sql`and t.account_id = ${accountId}`}
    ${startDate === undefined ? sql`` : sql`and t.date >= ${startDate}`}
    ${endDate === undefined ? sql`` : sql`and t.date <= ${endDate}`}
    ${pending === undefined ? sql`` : sql`and t.pending = ${pending}`}
    ${
      search === undefined
        ? sql``
        : sql`and (
            t.name ilike ${pattern}
            or t.notes ilike ${pattern}
            or t.provider_merchant ilike ${pattern}
            or t.provider_description ilike ${pattern}
          )`
    }`;
}

/** How many transactions match. Removed ones never do. */
export async function countTransactions(
  sql: AnySql,
  householdId: string,
  filter: TransactionFilter,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from transactions t
    where ${matching(sql, householdId, filter)}`;
  return row?.count ?? 0;
}

/** One page of the transactions that match, newest first. */
export async function listTransactions(
  sql: AnySql,
  householdId: string,
  filter: TransactionFilter,
  page: { limit: number; offset: number },
): Promise<Transaction[]> {
  return sql<Transaction[]>`
    select ${transactionColumns(sql)}
    from transactions t
    where ${matching(sql, householdId, filter)}
    order by t.date desc, t.id
    limit ${page.limit}
    offset ${page.offset}`;
}
