import type { AnySql } from '../../postgres/connect.ts';
import { walkBy } from '../../postgres/walk.ts';
import type { Removed, WalkLeg, WalkPosition } from '../../postgres/walk.ts';

/**
 * One leg of a walk through the ended runs of all connections, the oldest first: deletes those from before then with what
 * they say of their accounts. The last run of each connection stays, and so does its last complete one.
 */
export async function deleteSyncsBefore(
  sql: AnySql,
  before: Date,
  leg: WalkLeg,
): Promise<Removed<WalkPosition>> {
  const walk = walkBy(sql, sql`created_at`, sql`id`, leg);
  const looked = await sql<(WalkPosition & { isDeleted: boolean })[]>`
    with leg as materialized (
      select id, household_id, connection_id, status, created_at, ${walk.columns}
      from syncs
      where finished_at is not null
        and created_at < ${before}
        and ${walk.isNext}
      ${walk.window}
      for update skip locked
    ),
    gone as (
      delete from syncs
      where id = any(array(
          select id
          from leg
          where exists (
            select 1
            from syncs newer
            where newer.household_id = leg.household_id
              and newer.connection_id = leg.connection_id
              and newer.created_at > leg.created_at
              and (leg.status <> 'completed' or newer.status = 'completed')
          )
        ))
      returning id
    )
    select leg.walk_at, leg.walk_id, gone.id is not null as is_deleted
    from leg
    left join gone on gone.id = leg.id
    order by leg.created_at, leg.id`;
  const last = looked.at(-1);
  return {
    deleted: looked.filter(({ isDeleted }) => isDeleted).length,
    next: last === undefined || looked.length < leg.limit ? null : last,
  };
}
