import type { AnySql, Fragment } from './connect.ts';

/**
 * A condition on the household that hides its id from the planner, for statements that find many rows by another key: in a
 * join, an `exists`, an `update … from`. The planner takes a household that its statistics do not have yet for one row, and then
 * reads the whole household for each of the other rows. Use it after the name of a table: `t.${ofHousehold(…)}`. Where all keys
 * are of one new account, hide the account, too: `account_id = (select …)`.
 */
export const ofHousehold = (sql: AnySql, householdId: string): Fragment =>
  sql`household_id = (select ${householdId}::uuid)`;
