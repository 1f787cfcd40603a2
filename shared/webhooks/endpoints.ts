import { recordsOf } from '../postgres/household-rows.ts';
import { lockHousehold } from '../households/households.ts';
import { lockPlatform } from '../households/platforms.ts';
import { AppError } from '../platform/errors.ts';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { countRows, oldestFirst } from '../postgres/page.ts';
import type { WebhookEvent } from '#preflight/webhook-events';
import { rowOrNull } from '../postgres/rows.ts';

/** Where its owner's events go. The owner is a household, or a platform with all of its households. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string;
  /** Null: all. */
  events: readonly WebhookEvent[] | null;
  disabledAt: Date | null;
  disabledReason: 'request' | 'failing' | 'gone' | null;
  /** Since when no attempt has succeeded; null: the last one did, or there was none. */
  failingSince: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export type EndpointSettings = Pick<WebhookEndpoint, 'url' | 'description' | 'events'>;
type EndpointChange = EndpointSettings & { enabled: boolean };

const columns = (sql: AnySql) => sql`
  id, url, description, events, disabled_at, disabled_reason, failing_since, created_at, updated_at`;

const endpoints = recordsOf<WebhookEndpoint>('webhook_endpoints', columns, {
  owner: 'owner_id',
  order: oldestFirst('webhook_endpoints'),
});

/** One page of an owner's endpoints, oldest first. */
export const listEndpoints = endpoints.list;

/** The endpoint, or null for an unknown id or another owner's. */
export const findEndpoint = endpoints.find;

export const countEndpoints = (sql: AnySql, ownerId: string): Promise<number> =>
  countRows(sql, sql`from webhook_endpoints where owner_id = ${ownerId}`);

type EndpointStates = Record<'working' | 'failing' | 'disabled' | 'off', number>;

/** How many endpoints of all owners there are in each state. */
export async function countEndpointStates(sql: AnySql): Promise<EndpointStates> {
  const [states] = await sql<[EndpointStates]>`
    select
      count(*) filter (where disabled_at is null and failing_since is null)::integer as working,
      count(*) filter (where disabled_at is null and failing_since is not null)::integer as failing,
      count(*) filter (where disabled_reason <> 'request')::integer as disabled,
      count(*) filter (where disabled_reason = 'request')::integer as off
    from webhook_endpoints`;
  return states;
}

/** The owner of an endpoint: a household, or a platform with all of its households. */
type Owner = { householdId: string } | { householdId?: undefined; platformId: string };

/** Serialises requests that count the owner's endpoints and add to them. */
export async function lockOwner(tx: Tx, owner: Owner): Promise<void> {
  if (owner.householdId !== undefined) await lockHousehold(tx, owner.householdId);
  else await lockPlatform(tx, owner.platformId);
}

export async function insertEndpoint(
  sql: AnySql,
  owner: Owner,
  { url, description, events }: EndpointSettings,
): Promise<WebhookEndpoint> {
  const [row] = await sql<[WebhookEndpoint]>`
    insert into webhook_endpoints (household_id, platform_id, url, description, events)
    values (${owner.householdId ?? null}, ${'platformId' in owner ? owner.platformId : null}, ${url}, ${description}, ${events})
    returning ${columns(sql)}`;
  return row;
}

/**
 * Changes settings of an endpoint; what is left out stays as it is. One that is enabled, or gets another URL, starts afresh: its
 * failures are forgotten. Null if not found.
 */
export async function updateEndpoint(
  sql: AnySql,
  ownerId: string,
  id: string,
  change: { [Name in keyof EndpointChange]: EndpointChange[Name] | undefined },
) {
  const { url, description, events, enabled } = change;
  const startsOver = enabled === true || url !== undefined;
  return rowOrNull(sql<WebhookEndpoint[]>`
    update webhook_endpoints
    set url = coalesce(${url ?? null}, url),
      description = coalesce(${description ?? null}, description),
      events = case when ${events !== undefined} then ${events ?? null}::text[] else events end,
      disabled_at = ${enabled === undefined ? sql`disabled_at` : enabled ? null : sql`coalesce(disabled_at, now())`},
      disabled_reason = ${enabled === undefined ? sql`disabled_reason` : enabled ? null : sql`coalesce(disabled_reason, 'request')`},
      failures_in_row = case when ${startsOver} then 0 else failures_in_row end,
      failing_since = case when ${startsOver} then null else failing_since end,
      held_until = case when ${startsOver} then null else held_until end,
      updated_at = now()
    where owner_id = ${ownerId}
      and id = ${id}
    returning ${columns(sql)}`);
}

/** Lets an endpoint that is left alone be tried at once; ignores an unknown id. Throws conflict for a disabled one. */
export async function wakeEndpoint(sql: AnySql, ownerId: string, id: string): Promise<void> {
  const [row] = await sql<{ isDisabled: boolean }[]>`
    update webhook_endpoints
    set held_until = null
    where owner_id = ${ownerId}
      and id = ${id}
    returning disabled_at is not null as is_disabled`;
  if (row?.isDisabled === true) {
    throw new AppError('conflict', {
      publicMessage: 'The endpoint is disabled: enable it first.',
    });
  }
}

/** Deletes an endpoint with its deliveries. False: not found. */
export async function deleteEndpoint(sql: AnySql, ownerId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from webhook_endpoints where owner_id = ${ownerId} and id = ${id}`;
  return count > 0;
}
