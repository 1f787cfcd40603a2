import { recordsOf } from '../postgres/household-rows.ts';
import type { AnySql } from '../postgres/connect.ts';
import { deleteOldest } from '../postgres/walk.ts';
import { TEST_EVENT } from '#preflight/webhook-events';

type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event for an endpoint, and how its delivery went. */
export interface WebhookDelivery {
  id: string;
  webhookEndpointId: string;
  type: string;
  payload: Readonly<Record<string, unknown>>;
  status: DeliveryStatus;
  attempts: number;
  /** When it is tried next; null if it will not be sent again. */
  nextAttemptAt: Date | null;
  /** HTTP status of the last answer. */
  answerStatus: number | null;
  /** How long the last attempt took to be answered. Milliseconds. */
  answerMs: number | null;
  /** Why the last attempt had no answer, or why there was no further one. */
  fault: string | null;
  attemptedAt: Date | null;
  createdAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, endpoint_id as webhook_endpoint_id, type, payload, status, attempts,
  case when status = 'pending' then (
    select greatest(webhook_deliveries.due_at, e.held_until)
    from webhook_endpoints e
    where e.owner_id = webhook_deliveries.owner_id
      and e.id = webhook_deliveries.endpoint_id
  ) end as next_attempt_at,
  answer_status, answer_ms, fault, attempted_at, created_at`;

const deliveries = recordsOf<WebhookDelivery, 'endpointId' | 'status'>(
  'webhook_deliveries',
  columns,
  { owner: 'owner_id' },
);

/** One page of the deliveries to an owner's endpoints, newest first. */
export const listDeliveries = deliveries.list;

/** The delivery, or null for an unknown id or another owner's. */
export const findDelivery = deliveries.find;

/** Adds an event that only tests that the endpoint can be reached. */
export async function insertTestDelivery(
  sql: AnySql,
  ownerId: string,
  endpointId: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into webhook_deliveries (owner_id, household_id, endpoint_id, type, payload)
    select owner_id, household_id, id, ${TEST_EVENT}, json_build_object(
      'type', ${TEST_EVENT}::text,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('household_id', household_id, 'webhook_endpoint_id', id))
    from webhook_endpoints
    where owner_id = ${ownerId}
      and id = ${endpointId}
    for key share
    returning id`;
  return row?.id ?? null;
}

export interface ReplayedSpan {
  endpointId: string;
  /** The range of their creation times: from `from` on and before `to`. */
  from: Date;
  to: Date;
  status: DeliveryStatus | undefined;
}

/** Sends ended deliveries again, under their existing ids. Returns how many. */
export async function replayDeliveries(
  sql: AnySql,
  ownerId: string,
  span: ReplayedSpan | { deliveryId: string },
): Promise<number> {
  const isMeant =
    'deliveryId' in span
      ? sql`id = ${span.deliveryId}`
      : sql`
        endpoint_id = ${span.endpointId}
        and created_at >= ${span.from}
        and created_at < ${span.to}
        and ${span.status === undefined ? sql`status <> 'pending'` : sql`status = ${span.status}`}`;
  const { count } = await sql`
    update webhook_deliveries
    set status = 'pending',
      attempts = 0,
      due_at = clock_timestamp(),
      retry_until = clock_timestamp() + interval '3 days',
      fault = null
    where owner_id = ${ownerId}
      and ${isMeant}`;
  return count;
}

/** Ends the pending deliveries of an endpoint that gets nothing any more. */
export async function endPending(sql: AnySql, ownerId: string, endpointId: string): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'failed', fault = 'endpoint_disabled'
    where owner_id = ${ownerId}
      and endpoint_id = ${endpointId}
      and status = 'pending'`;
}

/** Deletes deliveries of all owners from before that time, oldest first. Returns how many. */
export const deleteDeliveriesBefore = deleteOldest('webhook_deliveries', 'id', 'created_at');
