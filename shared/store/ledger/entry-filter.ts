import type { AnySql } from '../../db/connect.ts';

/** What lists of dated records of accounts can be narrowed to. Both days are inclusive. */
export interface EntryFilter {
  accountId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The rest of a query from its `where` on: the records of a filter, of the table with the alias `e`. */
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
