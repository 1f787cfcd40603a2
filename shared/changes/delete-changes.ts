import type { AnySql } from '../postgres/connect.ts';
import type { Removed } from '../postgres/walk.ts';
import { UNDO_DAYS } from '#preflight/states';

/** Whether a line says what a person changed in a record that undo leaves for it; transactions have locks that say so. */
const isEdit = (sql: AnySql) =>
  sql`(cause = 'key' and operation = 'updated' and kind <> 'transactions')`;

/**
 * Walks through the log of all households, oldest lines first: reads the next lines and deletes those from before `before`. The
 * position is a row, so the walk finishes however often schedulers restart. One walk at a time; a second caller does nothing.
 *
 * Three kinds of lines stay: what undo needs, for a day longer than it is possible or while the import is being published or undone;
 * for as long, what people changed in records; and what a side of a transfer was before, for when the transfer is dissolved.
 */
export async function deleteChangesBefore(
  sql: AnySql,
  before: Date,
  { limit }: { limit: number },
  now: Date,
): Promise<Removed<true>> {
  const undoable = new Date(now.getTime() - (UNDO_DAYS + 1) * 86_400_000);
  const [leg] = await sql<[{ deleted: number; isFull: boolean }]>`
    with place as materialized (
      select after_line
      from retention_walks
      where walked = 'changes'
      for update skip locked
    ),
    leg as materialized (
      select line.*
      from place
      cross join lateral (
        select id, xact, household_id, kind, operation, cause, record_id, source_id, created_at, after ->> 'kind' is not null as is_kind
        from changes
        where id > place.after_line
        order by id
        limit ${limit}
      ) line
    ),
    next as (
      -- A batch without an old line ends the walk: few lines after it are old.
      select max(id) as id
      from leg
      having count(*) = ${limit} and bool_or(created_at < ${before})
    ),
    gone as (
      delete from changes
      where id = any(array(
          select id
          from leg
          where created_at < case when ${isEdit(sql)} then least(${before}, ${undoable}) else ${before} end
            and not exists (
              select 1
              from imports i
              where i.household_id = leg.household_id
                and i.id = leg.source_id
                and (i.status in ('publishing', 'undoing') or (i.status = 'complete' and i.published_at >= ${undoable}))
            )
            and not exists (
              select 1
              from import_sessions s
              where s.household_id = leg.household_id
                and s.id = leg.source_id
                and (s.status in ('importing', 'undoing') or s.finished_at >= ${undoable})
            )
            and not (leg.kind = 'transactions' and leg.is_kind and exists (
              select 1
              from transfers t
              where t.household_id = leg.household_id
                and (t.inflow_transaction_id = leg.record_id or t.outflow_transaction_id = leg.record_id)
            ))
        ))
      returning xact
    ),
    moved as (
      update retention_walks
      set after_line = coalesce((select id from next), 0),
        -- The feed cannot continue from before this.
        deleted_xact = greatest(deleted_xact, (select xact from gone order by xact desc limit 1))
      where walked = 'changes' and exists (select 1 from place)
    )
    select (select count(*)::integer from gone) as deleted, exists (select 1 from next) as is_full`;
  return { deleted: leg.deleted, next: leg.isFull ? true : null };
}
