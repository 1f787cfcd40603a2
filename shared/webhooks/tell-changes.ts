import { feedHead, listAdvanced } from '../changes/feed.ts';
import { linesBehind } from '../changes/news.ts';
import type { AnySql } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';

interface Wanted {
  endpointId: string;
  householdId: string;
  /** The position in the feed up to which it was notified; null: not at all yet. */
  after: string | null;
}

/** Rule runs that take longer are not waited for. */
const RULES_SECONDS = 60;

/**
 * Writes `changes.available` for each endpoint that wants it and whose households have changes that it was not notified of, once
 * their rules have run. An endpoint that has not taken the last such event gets no further one. Its first event comes as soon as
 * the endpoint, or the household, exists, so that changes up to then are not missed. Returns how many events were written.
 */
export async function tellChanges(sql: AnySql): Promise<number> {
  if (await hasLines(sql)) await noteNews(sql);
  const wanted = await listWanted(sql);
  if (wanted.length === 0) return 0;
  // Read before the positions are checked: a line that comes in between is reported next time.
  const head = await feedHead(sql);
  const advanced = new Set(await listAdvanced(sql, wanted.filter(isBegun)));
  const settled = wanted.map((each) => ({
    ...each,
    isBehind: !isBegun(each) || advanced.has(each),
  }));
  return settle(sql, settled, head);
}

const isBegun = (each: Wanted): each is Wanted & { after: string } => each.after !== null;

/** Whether the log has lines that were not read yet. Costs a page if it has none. */
async function hasLines(sql: AnySql): Promise<boolean> {
  const [{ found }] = await sql<[{ found: boolean }]>`
    select coalesce((select max(id) from changes) > after_line, false) as found
    from webhook_walk`;
  return found;
}

/**
 * Notes whom to notify of the lines that became complete since the last look. One scheduler does so at a time; call it outside of
 * any transaction. An endpoint with a pending event is noted when that event ends.
 *
 * The walk begins at the end of the log once all who wrote there before have ended, and with everyone noted: reading what is there
 * may exceed the statement timeout. It starts over if its horizon lies ahead, as after a backup was restored.
 */
async function noteNews(sql: AnySql): Promise<void> {
  await sql`
    with place as materialized (
      select now.*, w.after_line, w.next_line,
        case when w.horizon > xmax then '0'::xid8 else w.horizon end as since,
        case when w.horizon > xmax then '0'::xid8 else w.next_xact end as next_xact
      from webhook_walk w
      cross join (
        -- A transaction that has written a line by now has a lower id than this one, which is assigned its id here. Some that are
        -- running are above xmax.
        select pg_snapshot_xmin(snapshot) as xmin, pg_snapshot_xmax(snapshot) as xmax, pg_current_xact_id() as own
        from pg_current_snapshot() snapshot
      ) now
      for update of w skip locked
    ),
    walk as materialized (
      select *, since <> '0' as is_begun, next_xact <> '0' and xmin >= next_xact as is_next
      from place
    ),
    changed as materialized (
      select distinct household_id as id
      from ${linesBehind(sql, sql`select case when is_begun then after_line else next_line end from walk where is_begun or is_next`)} line
      where xact >= (select since from walk)
        and xact < (select xmin from walk)
      union
      select id
      from households
      where (select is_next and not is_begun from walk)
    ),
    noted as (
      insert into webhook_news (endpoint_id, household_id)
      select e.id, h.id
      from changed
      join households h on h.id = changed.id
      join webhook_endpoints e on e.owner_id = any(array[h.id, h.platform_id])
      where e.disabled_at is null
        and (e.events is null or 'changes.available' = any(e.events))
        and not ${isOnItsWay(sql)}
      for key share of e, h
      on conflict do nothing
    )
    update webhook_walk w
    set horizon = case when walk.is_begun or walk.is_next then greatest(walk.xmin, walk.since) else '0' end,
      after_line = case when walk.is_next then walk.next_line else walk.after_line end,
      next_line = case when walk.is_next or walk.next_xact = '0' then coalesce((select max(id) from changes), walk.next_line) else walk.next_line end,
      next_xact = case when walk.is_next or walk.next_xact = '0' then walk.own else walk.next_xact end
    from walk`;
}

/** A condition: the endpoint `e` has not taken the last event about the household `h`. */
const isOnItsWay = (sql: AnySql) => sql`
  exists (
    select
    from webhook_deliveries d
    where d.endpoint_id = e.id
      and d.household_id = h.id
      and d.type = 'changes.available'
      and d.status = 'pending'
  )`;

async function listWanted(sql: AnySql): Promise<Wanted[]> {
  return sql<Wanted[]>`
    select n.endpoint_id, n.household_id, c.cursor as after
    from webhook_news n
    left join webhook_cursors c on c.endpoint_id = n.endpoint_id and c.household_id = n.household_id`;
}

/** Writes the events of endpoints that are behind, and deletes the notes of these and of all that are up to date. */
async function settle(
  sql: AnySql,
  settled: readonly (Wanted & { isBehind: boolean })[],
  head: string,
): Promise<number> {
  const { count } = await sql`
    with settled as materialized (
      select e.id as endpoint_id, e.owner_id, h.id as household_id, s."after",
        s."isBehind"
          and e.disabled_at is null
          and (e.events is null or 'changes.available' = any(e.events))
          and e.owner_id = any(array[h.id, h.platform_id])
          and not ${isOnItsWay(sql)} as is_told
      from jsonb_to_recordset(${jsonParameter(sql, settled)}) as s ("endpointId" uuid, "householdId" uuid, "after" text, "isBehind" boolean)
      join webhook_endpoints e on e.id = s."endpointId"
      join households h on h.id = s."householdId"
      where not exists (
          select
          from rule_runs r
          where r.household_id = h.id
            and r.status = 'running'
            and r.created_at > now() - make_interval(secs => ${RULES_SECONDS})
        )
        and not exists (
          select
          from rule_runs r
          where r.household_id = h.id
            and r.status = 'queued'
            and r.execution_type = 'scheduled'
            and r.created_at > now() - make_interval(secs => ${RULES_SECONDS})
        )
      for key share of e, h
    ),
    forgotten as (
      delete from webhook_news n
      using settled s
      where n.endpoint_id = s.endpoint_id
        and n.household_id = s.household_id
      returning n.*
    ),
    notified as (
      insert into webhook_cursors as c (endpoint_id, household_id, cursor)
      select endpoint_id, household_id, ${head}
      from forgotten
      join settled using (endpoint_id, household_id)
      where is_told
      on conflict (endpoint_id, household_id) do update set cursor = excluded.cursor
      returning endpoint_id, household_id
    )
    insert into webhook_deliveries (owner_id, household_id, endpoint_id, type, payload)
    select owner_id, household_id, endpoint_id, 'changes.available', json_build_object(
      'type', 'changes.available',
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('household_id', household_id, 'cursor', coalesce("after", ${head})))
    from notified
    join settled using (endpoint_id, household_id)`;
  return count;
}
