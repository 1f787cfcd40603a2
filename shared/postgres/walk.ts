import type { PendingQuery, Row } from 'postgres';
import type { AnySql } from './connect.ts';

/** Where a walk through the rows of all households stands: behind the row with this instant and id. */
export interface WalkPosition {
  /** As Postgres writes it: a Date would lose the microseconds, and with them the place among equals. */
  walkAt: string;
  walkId: string;
}

/** One leg of a walk: the next `limit` rows behind `after`, or the first ones. */
export interface WalkLeg {
  after: WalkPosition | null;
  limit: number;
}

/** What one leg of a walk deleted, and where the walk goes on; null: it has come to its end. */
export interface Removed<Place> {
  deleted: number;
  next: Place | null;
}

/** The columns, condition and order that make a query one leg of a walk, by an instant and an id. */
export function walkBy(
  sql: AnySql,
  at: PendingQuery<Row[]>,
  id: PendingQuery<Row[]>,
  leg: WalkLeg,
) {
  const { after, limit } = leg;
  return {
    columns: sql`${at}::text as walk_at, ${id} as walk_id`,
    isNext:
      after === null
        ? sql`true`
        : sql`(${at}, ${id}) > (${after.walkAt}::text::timestamptz, ${after.walkId}::uuid)`,
    window: sql`order by ${at}, ${id} limit ${limit}`,
  };
}
