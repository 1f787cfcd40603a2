import { API_KEY_SCOPES } from './api-key.ts';
import type { ApiKeyScope } from './api-key.ts';
import { batched } from '../platform/batched.ts';
import type { AnySql } from '../postgres/connect.ts';
import { oldestFirst, readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

/** A key as its owner sees it; the key itself is stored nowhere. */
export interface ApiKey {
  id: string;
  householdId: string;
  userId: string;
  name: string;
  lastFour: string;
  /** Null only for a row that was written around the API; such a key may do nothing. */
  scope: ApiKeyScope | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** What authentication needs of a key that opens something. */
export interface LiveApiKey extends Pick<
  ApiKey,
  'id' | 'householdId' | 'userId' | 'scope' | 'expiresAt' | 'lastUsedAt'
> {
  digest: string;
  ownerActive: boolean;
}

export interface NewApiKey {
  name: string;
  digest: string;
  lastFour: string;
  scope: ApiKeyScope;
  expiresAt: Date | null;
}

type RowOf<Key> = Omit<Key, 'scope'> & { scopes: string[] };
type ApiKeyRow = RowOf<ApiKey>;

function columns(sql: AnySql) {
  return sql`
    k.id, k.household_id, k.user_id, k.name, k.last_four, k.scopes, k.expires_at, k.revoked_at,
    k.last_used_at, k.created_at`;
}

function fromRow<Row extends RowOf<unknown>>({ scopes, ...rest }: Row) {
  return { ...rest, scope: API_KEY_SCOPES.find((scope) => scopes.includes(scope)) ?? null };
}

/**
 * The key of that digest, unless it is revoked or expired at `now`; those of several requests are found together. The one
 * query without a household id: it is the one that finds the household.
 */
export async function findLiveApiKey(
  sql: AnySql,
  digest: string,
  now: Date,
): Promise<LiveApiKey | null> {
  const key = await findUnrevokedKey(sql, digest);
  return key === undefined || (key.expiresAt !== null && key.expiresAt <= now) ? null : key;
}

const findUnrevokedKey = batched(async (sql: AnySql, digests: readonly string[]) => {
  const rows = await sql<RowOf<LiveApiKey>[]>`
    select k.id, k.household_id, k.user_id, k.scopes, k.expires_at, k.last_used_at, k.digest,
      u.active as owner_active
    from api_keys k
    join users u on u.id = k.user_id
    where k.digest = any(${digests}::text[])
      and k.revoked_at is null`;
  return new Map(rows.map((row) => [row.digest, fromRow(row)]));
});

/** Whether a key that was live still is, and its owner active. */
export async function isApiKeyLive(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    select 1
    from api_keys k
    join users u on u.id = k.user_id
    where k.household_id = ${householdId}
      and k.id = ${id}
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
      and u.active`;
  return rows.length > 0;
}

/** Notes the use of a key, unless another process noted one after `olderThan`. */
export async function stampApiKeyUse(
  sql: AnySql,
  householdId: string,
  id: string,
  { usedAt, olderThan }: { usedAt: Date; olderThan: Date },
): Promise<void> {
  await sql`
    update api_keys
    set last_used_at = ${usedAt}
    where household_id = ${householdId}
      and id = ${id}
      and (last_used_at is null or last_used_at <= ${olderThan})`;
}

/** Whose key it is or was, revoked ones included, or null. */
export async function findKeyOwner(
  sql: AnySql,
  digest: string,
): Promise<{ householdId: string; userId: string } | null> {
  const [row] = await sql<{ householdId: string; userId: string }[]>`
    select household_id, user_id
    from api_keys
    where digest = ${digest}`;
  return row ?? null;
}

/** A key of this user by id, revoked ones included, or null. */
export async function findApiKey(
  sql: AnySql,
  householdId: string,
  userId: string,
  id: string,
): Promise<ApiKey | null> {
  const [row] = await sql<ApiKeyRow[]>`
    select ${columns(sql)}
    from api_keys k
    where k.household_id = ${householdId}
      and k.user_id = ${userId}
      and k.id = ${id}`;
  return row === undefined ? null : fromRow(row);
}

/** The keys of a user, revoked ones included, oldest first. */
export async function listApiKeys(
  sql: AnySql,
  householdId: string,
  userId: string,
  page: PageRequest,
): Promise<Page<ApiKey>> {
  const matching = sql`
    from api_keys k
    where k.household_id = ${householdId}
      and k.user_id = ${userId}`;
  const { rows, ...place } = await readPage(
    sql,
    page,
    matching,
    oldestFirst('k'),
    ({ keys, window }) => sql<ApiKeyRow[]>`
    select ${columns(sql)}, ${keys} ${matching}
    ${window}`,
  );
  return { ...place, rows: rows.map(fromRow) };
}

/** Every key of a household, or of all households for null; for the command line only. */
export async function listAllApiKeys(
  sql: AnySql,
  householdId: string | null,
): Promise<(ApiKey & { household: string; user: string })[]> {
  const rows = await sql<(ApiKeyRow & { household: string; user: string })[]>`
    select ${columns(sql)},
      h.name as household,
      u.name as user
    from api_keys k
    join households h on h.id = k.household_id
    join users u on u.id = k.user_id
    where ${householdId === null ? sql`true` : sql`k.household_id = ${householdId}`}
    order by h.name, k.created_at, k.id`;
  return rows.map(fromRow);
}

/** Stores a key. Returns null when the user has another live key of that name. */
export async function insertApiKey(
  sql: AnySql,
  householdId: string,
  userId: string,
  key: NewApiKey,
): Promise<ApiKey | null> {
  const [row] = await sql<ApiKeyRow[]>`
    insert into api_keys as k (household_id, user_id, name, digest, last_four, scopes, expires_at)
    values (
      ${householdId},
      ${userId},
      ${key.name},
      ${key.digest},
      ${key.lastFour},
      ${[key.scope]},
      ${key.expiresAt}
    )
    on conflict (user_id, name) where revoked_at is null do nothing
    returning ${columns(sql)}`;
  return row === undefined ? null : fromRow(row);
}

/** Revokes a key for good. Returns false when the user has no such unrevoked key. */
export async function revokeApiKey(
  sql: AnySql,
  householdId: string,
  userId: string,
  id: string,
  revokedAt: Date,
): Promise<boolean> {
  const rows = await sql`
    update api_keys
    set revoked_at = ${revokedAt}
    where household_id = ${householdId}
      and user_id = ${userId}
      and id = ${id}
      and revoked_at is null
    returning id`;
  return rows.length > 0;
}

/** Revokes a key whoever owns it; for the command line only. Returns false when there is none. */
export async function revokeAnyApiKey(sql: AnySql, id: string, revokedAt: Date): Promise<boolean> {
  const rows = await sql`
    update api_keys
    set revoked_at = ${revokedAt}
    where id::text = lower(${id})
      and revoked_at is null
    returning id`;
  return rows.length > 0;
}
