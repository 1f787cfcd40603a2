import type { AnySql } from '../postgres/connect.ts';

/** Whether the household has an account with that id. `accountId` must be a uuid. */
export async function hasAccount(
  sql: AnySql,
  householdId: string,
  accountId: string,
): Promise<boolean> {
  const rows = await sql`
    select 1
    from accounts
    where household_id = ${householdId}
      and id = ${accountId}`;
  return rows.length > 0;
}
