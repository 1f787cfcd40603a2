import type { AnySql } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import { hasRows, rowOrNull } from '../postgres/rows.ts';

/** The one job that may send to an endpoint right now. Two at once would send twice what the receiver has agreed to. */
export interface Turn {
  readonly ownerId: string;
  readonly endpointId: string;
  readonly turnId: string;
}

/**
 * How long a turn waits for its job to begin. Turns are given while no job waits, so that one which nobody takes has lost its job: a
 * process was killed before it had added the job to the queue, or just as it began it.
 */
const WAITING_SECONDS = 10;
/** How long a running job may be silent. After that it was killed; its events may be delayed by at most five seconds. */
const SILENT_SECONDS = 4;

/** A condition: the endpoint's row while the job has its turn. */
const isOurs = (sql: AnySql, { ownerId, endpointId, turnId }: Turn) => sql`
  owner_id = ${ownerId} and id = ${endpointId} and turn_id = ${turnId}`;

/** Whether any endpoint has pending events. Costs one page if none has. */
export function hasPending(sql: AnySql) {
  return hasRows(sql`select 1 from webhook_deliveries where status = 'pending' limit 1`);
}

/**
 * The endpoints of all owners with pending events: walks from one to the next along the index of pending deliveries, so that a
 * thousand events of one endpoint cost as much as one.
 */
const waitingEndpoints = (sql: AnySql) => sql`
  (
    with recursive waiting as (
      (
        select endpoint_id
        from webhook_deliveries
        where status = 'pending'
        order by endpoint_id
        limit 1
      )
      union all
      select (
        select d.endpoint_id
        from webhook_deliveries d
        where d.status = 'pending'
          and d.endpoint_id > w.endpoint_id
        order by d.endpoint_id
        limit 1
      )
      from waiting w
      where w.endpoint_id is not null
    )
    select endpoint_id
    from waiting
    where endpoint_id is not null
  )`;

/** How long something has been due at an endpoint that did not fail last time. Seconds; 0 if nothing is due. */
export async function readOldestDue(sql: AnySql): Promise<number> {
  const [{ seconds }] = await sql<[{ seconds: number }]>`
    select coalesce(max(extract(epoch from clock_timestamp() - greatest(first.due_at, e.held_until))), 0)::float8 as seconds
    from ${waitingEndpoints(sql)} w
    join webhook_endpoints e on e.id = w.endpoint_id
    cross join lateral (
      select d.due_at
      from webhook_deliveries d
      where d.endpoint_id = e.id
        and d.status = 'pending'
      order by d.due_at
      limit 1
    ) first
    where e.disabled_at is null
      and e.failures_in_row = 0`;
  return Math.max(0, seconds);
}

/** Gives turns to endpoints of all owners with something due and no turn, failing ones last. Safe to call concurrently. */
export async function claimTurns(sql: AnySql, limit: number) {
  return sql<(Turn & { isFailing: boolean })[]>`
    with due as materialized (
      select e.id
      from ${waitingEndpoints(sql)} w
      join webhook_endpoints e on e.id = w.endpoint_id
      where e.disabled_at is null
        and (e.held_until is null or e.held_until <= clock_timestamp())
        and (e.turn_until is null or e.turn_until <= clock_timestamp())
        and exists (
          select
          from webhook_deliveries d
          where d.endpoint_id = e.id
            and d.status = 'pending'
            and d.due_at <= clock_timestamp()
        )
      order by e.failures_in_row > 0
      limit ${limit}
      for no key update of e skip locked
    )
    update webhook_endpoints e
    set turn_id = gen_random_uuid(),
      turn_until = clock_timestamp() + make_interval(secs => ${WAITING_SECONDS})
    from due
    where e.id = due.id
    returning e.owner_id, e.id as endpoint_id, e.turn_id, e.failures_in_row > 0 as is_failing`;
}

/** Takes the turn, or extends it, and returns what its job needs to know about the endpoint; null if the turn is over. */
export function takeTurn(sql: AnySql, turn: Turn) {
  return rowOrNull(sql<{ url: string; failuresInRow: number }[]>`
    update webhook_endpoints
    set turn_until = clock_timestamp() + make_interval(secs => ${SILENT_SECONDS})
    where ${isOurs(sql, turn)}
      and disabled_at is null
      and (held_until is null or held_until <= clock_timestamp())
    returning url, failures_in_row`);
}

/** Ends the turn, so that the next can begin. */
export async function endTurn(sql: AnySql, turn: Turn): Promise<void> {
  await sql`
    update webhook_endpoints
    set turn_id = null, turn_until = null
    where ${isOurs(sql, turn)}`;
}

export interface DueDelivery {
  id: string;
  /** Exactly as it is sent. */
  body: string;
  attempts: number;
  createdAt: Date;
}

/** What is due at the endpoint, the oldest first. */
export async function listDue(sql: AnySql, turn: Turn, limit: number): Promise<DueDelivery[]> {
  return sql<DueDelivery[]>`
    select id, payload::text as body, attempts, created_at
    from webhook_deliveries
    where owner_id = ${turn.ownerId}
      and endpoint_id = ${turn.endpointId}
      and status = 'pending'
      and due_at <= clock_timestamp()
    order by due_at, id
    limit ${limit}`;
}

/** The outcome of one attempt. */
export interface Attempt {
  id: string;
  isDelivered: boolean;
  /** HTTP status; null: no answer. */
  answerStatus: number | null;
  answerMs: number;
  fault: string | null;
  /** When to retry, if at all. Milliseconds from now. */
  retryInMs: number;
}

/** What a round of attempts tells about the endpoint itself. */
export interface Round {
  isFailing: boolean;
  /** How long to send nothing; 0: no wait. */
  holdMs: number;
  isGone: boolean;
}

/** An endpoint whose attempts have all failed for this long is disabled; its owner has to look at it. */
const DISABLED_AFTER_DAYS = 5;

/**
 * Stores the outcome of a round, and keeps the turn. Disables an endpoint that is gone or has failed for days. `lost`: another job
 * has the turn, and nothing was written.
 */
export async function recordRound(
  sql: AnySql,
  turn: Turn,
  { isFailing, holdMs, isGone }: Round,
  attempts: readonly Attempt[],
): Promise<'going on' | 'disabled' | 'lost'> {
  const isTooLong = sql`${isFailing} and failing_since < now() - make_interval(days => ${DISABLED_AFTER_DAYS})`;
  const [row] = await sql<{ isDisabled: boolean }[]>`
    with ours as (
      update webhook_endpoints
      set turn_until = clock_timestamp() + make_interval(secs => ${SILENT_SECONDS}),
        failures_in_row = case when ${isFailing} then failures_in_row + 1 else 0 end,
        failing_since = case when ${isFailing} then coalesce(failing_since, now()) end,
        held_until = case when ${holdMs > 0} then clock_timestamp() + make_interval(secs => ${holdMs / 1000}) end,
        disabled_at = case when ${isGone} or (${isTooLong}) then coalesce(disabled_at, now()) else disabled_at end,
        disabled_reason = case
          when disabled_reason is not null then disabled_reason
          when ${isGone} then 'gone'
          when ${isTooLong} then 'failing'
        end
      where ${isOurs(sql, turn)}
      returning id, disabled_at is not null as is_disabled
    ),
    recorded as (
      update webhook_deliveries d
      set status = case
          when a."isDelivered" then 'delivered'
          when d.retry_until <= now() then 'failed'
          else 'pending'
        end,
        attempts = d.attempts + 1,
        due_at = least(now() + make_interval(secs => a."retryInMs" / 1000.0), greatest(d.retry_until, now())),
        answer_status = a."answerStatus",
        answer_ms = a."answerMs",
        fault = a.fault,
        attempted_at = now()
      from ours,
        jsonb_to_recordset(${jsonParameter(sql, attempts)}) as a (
          "id" uuid, "isDelivered" boolean, "answerStatus" integer, "answerMs" integer, "fault" text, "retryInMs" integer
        )
      where d.owner_id = ${turn.ownerId}
        and d.endpoint_id = ours.id
        and d.id = a.id
    )
    select is_disabled from ours`;
  if (row === undefined) return 'lost';
  return row.isDisabled ? 'disabled' : 'going on';
}
