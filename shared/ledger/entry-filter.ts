import type { AnySql } from '../postgres/connect.ts';

/** Filters for lists of dated records. Both days are inclusive. */
export interface EntryFilter {
  accountId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The `where` clause for a filter, over a table with the alias `e`. */
export function matchingEntries(
  sql: AnySql,
  householdId: string,
  { accountId, startDate, endDate }: EntryFilter,
) {
  return sql`
    where e.household_id = ${householdId}
    ${accountId === undefined ? sql`` : sql`and e.account_id = ${accountId}`}
    ${startDate === undefined ? sql`` : sql`and e.date >= ${startDate}`}
    ${endDate === undefined ? sql`` : sql`and e.date <= ${endDate}`}`;
}
