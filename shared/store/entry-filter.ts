import type { AnySql } from '../db/connect.ts';

/** What lists of dated records of accounts can be narrowed to. Both days are inclusive. */
export interface EntryFilter {
  accountId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** The conditions of a filter on a table with the alias `e`. */
export function entryConditions(sql: AnySql, householdId: string, filter: EntryFilter) {
  const { accountId, startDate, endDate } = filter;
  return sql`
    e.household_id = ${householdId}
    and ${accountId === undefined ? sql`true` : sql`e.account_id = ${accountId}`}
    and ${startDate === undefined ? sql`true` : sql`e.date >= ${startDate}`}
    and ${endDate === undefined ? sql`true` : sql`e.date <= ${endDate}`}`;
}
