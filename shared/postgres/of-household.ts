import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from './connect.ts';

/**
 * A condition on the household that does not tell Postgres which one, for what finds many rows by another key: in a join, an
 * `exists`, an `update … from`. A household that its figures do not know yet it takes for one row: it then reads the household
 * whole for each of the others, or compares all of its rows with all of them. After the name of a table:
 * `t.${ofHousehold(…)}`. Where all keys are of one new account, it must not be told either: `account_id = (select …)`.
 */
export const ofHousehold = (sql: AnySql, householdId: string): PendingQuery<Row[]> =>
  sql`household_id = (select ${householdId}::uuid)`;
