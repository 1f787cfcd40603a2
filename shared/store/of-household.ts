import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from '../db/connect.ts';

/**
 * A condition on the household that does not tell Postgres which one, for lookups of one row after the other. A household that
 * its figures of transactions do not know yet it takes for empty: an index that begins with the household then seems as
 * good as the one that finds the row, and the household is read whole for each row.
 */
export const ofHousehold = (sql: AnySql, householdId: string): PendingQuery<Row[]> =>
  sql`household_id = (select ${householdId}::uuid)`;
