import type { AnySql, Fragment, Tx } from './connect.ts';

/*
 * How statements find rows by a key while Postgres knows too little to plan it. `analyze-changed.ts` keeps the statistics fresh,
 * which is enough for what has been stored for a while. Three things it cannot know, and each has one cure:
 *
 * - A household that is not in the statistics yet, as a new one among many: `ofHousehold`.
 * - Rows that the transaction itself has staged, in a temporary table or not: `joinWhole`.
 * - How many rows a look-up for each row of a list finds: `cross join lateral (select … offset 0)` and `exists (… offset 0)` keep
 *   it a look-up over its index. Without the offset Postgres takes it for a join, and may read the whole household for it.
 *
 * test/api/uncounted-household.full.test.ts counts the rows that work reads. Add a cure only where a test fails without it.
 */

/**
 * A condition on the household that hides its id from the planner, for statements that find many rows by another key: in a join, an
 * `exists`, an `update … from`. For a household that is not in its statistics yet, the planner expects one row, and then reads the
 * whole household for each of the other rows. Use it after a table name: `t.${ofHousehold(…)}`. If all keys belong to one new
 * account, hide the account, too: `account_id = (select …)`.
 */
export const ofHousehold = (sql: AnySql, householdId: string): Fragment =>
  sql`household_id = (select ${householdId}::uuid)`;

/**
 * Runs statements that join rows which this transaction has just staged. Without statistics the planner expects a handful of them
 * and joins row by row, in quadratic time; this makes it hash or sort.
 */
export async function joinWhole<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await tx`select set_config('enable_nestloop', 'off', true)`;
  const result = await work();
  // If the work fails, so does the transaction, and the setting is gone with it.
  await tx`select set_config('enable_nestloop', 'on', true)`;
  return result;
}
