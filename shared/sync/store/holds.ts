import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { hasRows, rowOrNull } from '../../postgres/rows.ts';

/** pause: running syncs also stop at their next page. drain: running syncs finish. */
export type HoldMode = 'pause' | 'drain';
export const HOLD_SCOPES = ['queue', 'provider', 'household', 'connection'] as const;

export interface HoldTarget {
  scope: (typeof HOLD_SCOPES)[number];
  /** Name of a queue, host of a provider, or the id of a household or connection. */
  target: string;
}

export interface Hold extends HoldTarget {
  mode: HoldMode;
  actor: string;
  createdAt: Date;
}

/** Why a run is held back: an operator holds it, or its provider does not answer. */
export type HeldBy = 'paused' | 'provider_down';

/** The provider of this installation's connections, and the time of the check. */
export interface HeldAsOf {
  provider: string;
  now: Date;
}

/** Columns of the surrounding statement. */
interface HeldColumns {
  householdId: Fragment;
  connectionId: Fragment;
  /** Whether the run has begun: draining lets it finish. */
  hasBegun: Fragment;
}

/** The one condition that holds runs back, as SQL: HeldBy, or null. A provider that is down is no reason once a probe is due. */
export function heldBy(sql: AnySql, columns: HeldColumns, { provider, now }: HeldAsOf) {
  return sql`
    case
      when ${isPaused(sql, columns, provider)} then 'paused'
      when exists (
        select 1
        from provider_circuits
        where host = ${provider}
          and next_probe_at > ${now}::timestamptz
      ) then 'provider_down'
    end`;
}

/**
 * Whether an operator holds runs back, as SQL. The holds are looked up once rather than per run: there are few of them, and one may
 * hold thousands of runs.
 */
export function isPaused(
  sql: AnySql,
  { householdId, connectionId, hasBegun }: HeldColumns,
  provider: string,
) {
  const isHeld = (mode: Fragment) => sql`(
    exists (
      select 1
      from holds
      where (
          (scope = 'queue' and target = 'sync')
          or (scope = 'provider' and target = ${provider})
        )
        ${mode}
    )
    or ${householdId}::text in (select target from holds where scope = 'household' ${mode})
    or ${connectionId}::text in (select target from holds where scope = 'connection' ${mode})
  )`;
  return sql`(
    ${isHeld(sql`and mode = 'pause'`)}
    or (not ${hasBegun} and ${isHeld(sql`and mode = 'drain'`)})
  )`;
}

/** Begins a hold, or changes its mode. */
export async function upsertHold(
  sql: AnySql,
  { scope, target, mode, actor }: HoldTarget & { mode: HoldMode; actor: string },
): Promise<void> {
  await sql`
    insert into holds (scope, target, mode, actor)
    values (${scope}, ${target}, ${mode}, ${actor})
    on conflict (scope, target) do update
    set mode = excluded.mode, actor = excluded.actor`;
}

/** Ends a hold; false if there was none. */
export async function deleteHold(sql: AnySql, { scope, target }: HoldTarget): Promise<boolean> {
  const { count } = await sql`
    delete from holds
    where scope = ${scope}
      and target = ${target}`;
  return count > 0;
}

/** All holds, oldest first. */
export async function listHolds(sql: AnySql): Promise<Hold[]> {
  return sql<Hold[]>`
    select scope, target, mode, actor, created_at
    from holds
    order by created_at, scope, target`;
}

/** Whether it is held; then it stays so until the transaction ends. */
export function lockHold(tx: Tx, { scope, target }: HoldTarget): Promise<boolean> {
  return hasRows(tx`
    select 1
    from holds
    where scope = ${scope}
      and target = ${target}
    for share`);
}

/** How many syncs a worker is processing, of a queue or provider (all), a household or a connection; for an operator. */
export function countAtWork(sql: AnySql, { scope, target }: HoldTarget): Promise<number> {
  const which =
    scope === 'household'
      ? sql`and household_id = ${target}`
      : scope === 'connection'
        ? sql`and connection_id = ${target}`
        : sql``;
  const atWork = sql`
    from syncs
    where status in ('queued', 'running')
      and status = 'running'
      and held_at is null
      and waiting_until is null
      and place_turn is null
      ${which}`;
  return countRows(sql, atWork);
}

/** How many runs are held back, by reason. */
export async function countHeldSyncs(sql: AnySql): Promise<{ heldBy: HeldBy; count: number }[]> {
  return sql<{ heldBy: HeldBy; count: number }[]>`
    select held_by, count(*)::integer as count
    from syncs
    where held_at is not null
      and status in ('queued', 'running')
    group by held_by
    order by held_by`;
}

/** What an operator's id refers to: a household or a connection; null if neither. */
export function findScopeOf(sql: AnySql, id: string) {
  return rowOrNull(sql<{ scope: 'household' | 'connection'; householdId: string }[]>`
    select 'household' as scope, id as household_id
    from households
    where id = ${id}
    union all
    select 'connection', household_id
    from provider_connections
    where id = ${id}`);
}
