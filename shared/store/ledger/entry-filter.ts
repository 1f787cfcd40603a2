import type { AnySql } from '../../db/connect.ts';

/** What lists of dated records of accounts can be narrowed to. Both days are inclusive. */
export interface EntryFilter {
  accountId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

function conditions(sql: AnySql, householdId: string, filter: EntryFilter) {
  const { accountId, startDate, endDate } = filter;
  return sql`
    e.household_id = ${householdId}
    and ${accountId === undefined ? sql`true` : sql`e.account_id = ${accountId}`}
    and ${startDate === undefined ? sql`true` : sql`e.date >= ${startDate}`}
    and ${endDate === undefined ? sql`true` : sql`e.date <= ${endDate}`}`;
}

/** How many records of such a table a filter leaves. */
export async function countEntries(
  sql: AnySql,
  table: 'trades' | 'valuations',
  householdId: string,
  filter: EntryFilter,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from ${sql(table)} e
    where ${conditions(sql, householdId, filter)}`;
  return row.count;
}

/** A page of what a filter leaves of the table with the alias `e`, newest first: all that follows `from`. */
export function entryPage(
  sql: AnySql,
  householdId: string,
  filter: EntryFilter,
  { offset, limit }: { offset: number; limit: number },
) {
  return sql`
    where ${conditions(sql, householdId, filter)}
    order by e.date desc, e.id
    offset ${offset}
    limit ${limit}`;
}
