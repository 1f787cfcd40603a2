import { feedHeads, listAdvanced } from '../changes/feed.ts';
import type { AnySql } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';

/** What an endpoint was told of the changes of one household. */
interface Watched {
  endpointId: string;
  householdId: string;
  /** Up to where in the feed; null: nothing so far. */
  after: string | null;
}

/** Rules that take longer are not waited for. */
const RULES_SECONDS = 60;

const WANTS = `e.disabled_at is null and (e.events is null or 'changes.available' = any(e.events))`;

/**
 * Writes `changes.available` for each endpoint that wants it and whose households have changes that it was not told of, once their rules
 * ran. One that has not taken the last such event gets no further one. Its first one comes as soon as the endpoint exists, or the
 * household does: what changed meanwhile is not missed. Returns how many were written.
 */
export async function tellChanges(sql: AnySql): Promise<number> {
  const watched = await listWatched(sql);
  const behind = watched.filter(({ after }) => after === null);
  for (const layer of layersOf(watched.filter(isBegun))) {
    const advanced = await listAdvanced(sql, layer);
    behind.push(...layer.filter(({ householdId }) => advanced.has(householdId)));
  }
  if (behind.length === 0) return 0;
  const heads = await feedHeads(sql, [...new Set(behind.map((each) => each.householdId))]);
  return insertEvents(
    sql,
    behind.map((each) => {
      const head = heads.get(each.householdId) ?? '';
      return { ...each, head, after: each.after ?? head };
    }),
  );
}

const isBegun = (each: Watched): each is Watched & { after: string } => each.after !== null;

/** Endpoints of one household may be at different places, and the feed is asked about each household once at a time. */
function layersOf<Of extends Watched>(watched: readonly Of[]): Of[][] {
  const layers: Of[][] = [];
  const seen = new Map<string, number>();
  for (const each of watched) {
    const index = seen.get(each.householdId) ?? 0;
    seen.set(each.householdId, index + 1);
    (layers[index] ??= []).push(each);
  }
  return layers;
}

async function listWatched(sql: AnySql): Promise<Watched[]> {
  return sql<Watched[]>`
    select e.id as endpoint_id, h.id as household_id, c.cursor as after
    from (
      select id, household_id as of_household
      from webhook_endpoints e
      where household_id is not null and ${sql.unsafe(WANTS)}
      union all
      select e.id, h.id
      from webhook_endpoints e
      join households h on h.platform_id = e.platform_id
      where e.platform_id is not null and ${sql.unsafe(WANTS)}
    ) e
    join households h on h.id = e.of_household
    left join webhook_cursors c on c.endpoint_id = e.id and c.household_id = h.id
    where not exists (
      select
      from webhook_deliveries d
      where d.endpoint_id = e.id
        and d.household_id = h.id
        and d.type = 'changes.available'
        and d.status = 'pending'
    )`;
}

async function insertEvents(sql: AnySql, behind: readonly object[]): Promise<number> {
  const { count } = await sql`
    with behind as (
      select "endpointId" as endpoint_id, "householdId" as household_id, "after", "head"
      from jsonb_to_recordset(${jsonParameter(sql, behind)}) as b ("endpointId" uuid, "householdId" uuid, "after" text, "head" text)
    ),
    told as (
      insert into webhook_cursors as c (endpoint_id, household_id, cursor)
      select e.id, b.household_id, b.head
      from behind b
      join webhook_endpoints e on e.id = b.endpoint_id
      where not exists (
          select
          from rule_runs r
          where r.household_id = b.household_id
            and r.status = 'running'
            and r.created_at > now() - make_interval(secs => ${RULES_SECONDS})
        )
        and not exists (
          select
          from rule_runs r
          where r.household_id = b.household_id
            and r.status = 'queued'
            and r.execution_type = 'scheduled'
            and r.created_at > now() - make_interval(secs => ${RULES_SECONDS})
        )
      for key share of e
      on conflict (endpoint_id, household_id) do update set cursor = excluded.cursor
      returning endpoint_id, household_id
    )
    insert into webhook_deliveries (owner_id, household_id, endpoint_id, type, payload)
    select e.owner_id, b.household_id, e.id, 'changes.available', json_build_object(
      'type', 'changes.available',
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('household_id', b.household_id, 'cursor', b.after))
    from told
    join behind b on b.endpoint_id = told.endpoint_id and b.household_id = told.household_id
    join webhook_endpoints e on e.id = b.endpoint_id`;
  return count;
}
