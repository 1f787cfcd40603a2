import type { AnySql, Fragment } from '../postgres/connect.ts';
import { latestDayFirst, listRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

/** Filters for lists of dated records. Both days are inclusive. */
export interface EntryFilter {
  accountId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

/** Lists the dated records of a table, which is `e` in the columns, latest day first. `joins` are those that only the columns need. */
export function entriesOf<Entry extends object>(
  table: string,
  columns: (sql: AnySql) => Fragment,
  joins = (sql: AnySql) => sql``,
) {
  return (
    sql: AnySql,
    householdId: string,
    page: PageRequest,
    { accountId, startDate, endDate }: EntryFilter = {},
  ): Promise<Page<Entry>> => {
    const entries = sql`from ${sql(table)} e`;
    const conditions = sql`
      where e.household_id = ${householdId}
      ${accountId === undefined ? sql`` : sql`and e.account_id = ${accountId}`}
      ${startDate === undefined ? sql`` : sql`and e.date >= ${startDate}`}
      ${endDate === undefined ? sql`` : sql`and e.date <= ${endDate}`}`;
    const matching = sql`${entries} ${conditions}`;
    const shown = sql`${entries} ${joins(sql)} ${conditions}`;
    return listRows(sql, page, matching, latestDayFirst, columns(sql), shown);
  };
}
