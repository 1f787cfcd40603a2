import { API_KEY_SCOPES, generateApiKey } from './api-key.ts';
import type { ApiKeyScope } from './api-key.ts';
import { batched } from '../platform/batched.ts';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { listRows, oldestFirst, withRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** Whose keys: a user's, those of all users of a household, or a platform's. A key's row fits this type, too. */
export type KeyOwner =
  | { householdId: string; userId?: string; platformId?: null }
  | { platformId: string; householdId?: null | undefined };

/** Whether the owner is a platform. The row of a household's key has `platformId`, too, but null. */
const isOfPlatform = (owner: KeyOwner): owner is { platformId: string } =>
  typeof owner.platformId === 'string';

export type NewKeyOwner = { householdId: string; userId: string } | { platformId: string };

type OwnerColumns =
  | { householdId: string; userId: string; platformId: null }
  | { householdId: null; userId: null; platformId: string };

/** A key as its owner sees it; the key itself is stored nowhere. */
export interface ApiKey {
  id: string;
  name: string;
  lastFour: string;
  /** Empty only for a row written around the API; such a key may do nothing. */
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
  /** In the future for a key that was rotated: it works until then. */
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** What authentication needs to know about a live key. */
export type LiveApiKey = Pick<ApiKey, 'id' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'> &
  OwnerColumns & { digest: string; ownerActive: boolean };

export type LiveHouseholdKey = Extract<LiveApiKey, { platformId: null }>;

type NewApiKey = Pick<ApiKey, 'name' | 'lastFour' | 'scopes' | 'expiresAt'> & {
  digest: string;
};

function columns(sql: AnySql) {
  return sql`
    k.id, k.name, k.last_four, k.scopes, k.expires_at, k.revoked_at, k.last_used_at, k.created_at`;
}

/** Null: any owner; only for the command line. */
function ofOwner(sql: AnySql, owner: KeyOwner | null) {
  if (owner === null) return sql`true`;
  if (isOfPlatform(owner)) return sql`k.platform_id = ${owner.platformId}`;
  const { householdId, userId } = owner;
  return sql`
    k.household_id = ${householdId}
    ${userId === undefined ? sql`` : sql`and k.user_id = ${userId}`}`;
}

function fromRow<Row extends { scopes: readonly ApiKeyScope[] }>(row: Row): Row {
  return { ...row, scopes: API_KEY_SCOPES.filter((scope) => row.scopes.includes(scope)) };
}

/**
 * The key with that digest, unless it is revoked or expired at `now`. Lookups of concurrent requests are batched. It is the one
 * query without a household id, because it finds the household.
 */
export async function findLiveApiKey(
  sql: AnySql,
  digest: string,
  now: Date,
): Promise<LiveApiKey | null> {
  return ifLive(await findKey(sql, digest), now);
}

/** The key with that id and owner, unless it is revoked or expired at `now`. */
export async function findLiveKeyById(
  sql: AnySql,
  owner: KeyOwner,
  id: string,
  now: Date,
): Promise<LiveApiKey | null> {
  const [row] = await sql<LiveApiKey[]>`
    ${selectLive(sql)}
    where ${ofOwner(sql, owner)}
      and k.id = ${id}`;
  return ifLive(row && fromRow(row), now);
}

function ifLive(key: LiveApiKey | undefined, now: Date): LiveApiKey | null {
  if (key === undefined) return null;
  const ends = [key.expiresAt, key.revokedAt];
  return ends.some((end) => end !== null && end <= now) ? null : key;
}

const selectLive = (sql: AnySql) => sql`
    select k.id, k.household_id, k.user_id, k.platform_id, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
      k.digest, coalesce(u.active, true) as owner_active
    from api_keys k
    left join users u on u.id = k.user_id`;

const findKey = batched(async (sql: AnySql, digests: readonly string[]) => {
  const rows = await sql<LiveApiKey[]>`
    ${selectLive(sql)}
    where k.digest = any(${digests}::text[])`;
  return new Map(rows.map((row) => [row.digest, fromRow(row)]));
});

/** Notes the use of a key, unless another process noted one after `olderThan`. */
export async function stampApiKeyUse(
  sql: AnySql,
  owner: KeyOwner,
  id: string,
  { usedAt, olderThan }: { usedAt: Date; olderThan: Date },
): Promise<void> {
  await sql`
    update api_keys k
    set last_used_at = ${usedAt}
    where ${ofOwner(sql, owner)}
      and k.id = ${id}
      and (k.last_used_at is null or k.last_used_at <= ${olderThan})`;
}

/** The household and user that own the key, even if it is revoked; null if there is none. */
export function findKeyOwner(sql: AnySql, digest: string) {
  return rowOrNull(sql<{ householdId: string; userId: string }[]>`
    select household_id, user_id
    from api_keys
    where digest = ${digest}
      and household_id is not null`);
}

/** A key of this owner by id, even if it is revoked; null if there is none. */
export async function findApiKey(sql: AnySql, owner: KeyOwner, id: string): Promise<ApiKey | null> {
  const [row] = await sql<ApiKey[]>`
    select ${columns(sql)}
    from api_keys k
    where ${ofOwner(sql, owner)}
      and k.id = ${id}`;
  return row === undefined ? null : fromRow(row);
}

/** The keys of an owner, revoked ones included, oldest first. */
export async function listApiKeys(
  sql: AnySql,
  owner: KeyOwner,
  page: PageRequest,
): Promise<Page<ApiKey>> {
  const matching = sql`
    from api_keys k
    where ${ofOwner(sql, owner)}`;
  const found = listRows<ApiKey>(sql, page, matching, oldestFirst('k'), columns(sql));
  return withRows(found, (rows) => rows.map(fromRow));
}

export type OwnedApiKey = ApiKey &
  OwnerColumns & { household: string | null; user: string | null; platform: string | null };

/** Every key of an owner, or of all owners for null; only for the command line. */
export async function listAllApiKeys(sql: AnySql, owner: KeyOwner | null): Promise<OwnedApiKey[]> {
  const rows = await sql<OwnedApiKey[]>`
    select ${columns(sql)}, k.household_id, k.user_id, k.platform_id,
      h.name as household,
      u.name as user,
      p.name as platform
    from api_keys k
    left join households h on h.id = k.household_id
    left join users u on u.id = k.user_id
    left join platforms p on p.id = k.platform_id
    where ${ofOwner(sql, owner)}
    order by p.name nulls first, h.name, k.created_at, k.id`;
  return rows.map(fromRow);
}

/** Stores a key. Returns null when its owner has another live key of that name. */
async function insertApiKey(
  sql: AnySql,
  owner: NewKeyOwner,
  key: NewApiKey,
): Promise<ApiKey | null> {
  const noOwner = { householdId: null, userId: null, platformId: null };
  const { householdId, userId, platformId } = { ...noOwner, ...owner };
  const { name, digest, lastFour, scopes, expiresAt } = key;
  const [row] = await sql<ApiKey[]>`
    insert into api_keys as k (household_id, user_id, platform_id, name, digest, last_four, scopes, expires_at)
    values (${householdId}, ${userId}, ${platformId}, ${name}, ${digest}, ${lastFour}, ${scopes}, ${expiresAt})
    on conflict do nothing
    returning ${columns(sql)}`;
  return row === undefined ? null : fromRow(row);
}

/**
 * Ends a live key at `endsAt`, because another replaces it; its name is free at once. Null if its owner has no live key with that
 * id, or it was rotated before.
 */
async function endApiKey(
  sql: AnySql,
  owner: KeyOwner | null,
  id: string,
  { now, endsAt }: { now: Date; endsAt: Date },
): Promise<(ApiKey & OwnerColumns) | null> {
  const [row] = await sql<(ApiKey & OwnerColumns)[]>`
    update api_keys k
    set revoked_at = ${endsAt}
    where ${ofOwner(sql, owner)}
      and k.id = ${id}
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})
    returning ${columns(sql)}, k.household_id, k.user_id, k.platform_id`;
  return row === undefined ? null : fromRow(row);
}

/** Revokes a key at once and for good. Returns false if its owner has no such unrevoked key. */
export async function revokeApiKey(
  sql: AnySql,
  owner: KeyOwner | null,
  id: string,
  revokedAt: Date,
): Promise<boolean> {
  const { count } = await sql`
    update api_keys k
    set revoked_at = ${revokedAt}
    where ${ofOwner(sql, owner)}
      and k.id = ${id}
      and (k.revoked_at is null or k.revoked_at > ${revokedAt})`;
  return count > 0;
}

/** A new key with its value, which is shown once. */
export interface IssuedKey {
  key: ApiKey;
  value: string;
}

/** Makes a key. Null if its owner has another live key with that name. */
export async function issueKey(
  sql: AnySql,
  owner: NewKeyOwner,
  wanted: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>,
): Promise<IssuedKey | null> {
  const { value, digest, lastFour } = generateApiKey();
  const key = await insertApiKey(sql, owner, { ...wanted, digest, lastFour });
  return key && { key, value };
}

interface Rotation {
  now: Date;
  endsAt: Date;
  /** When the new key expires; undefined: when the old one would have. */
  expiresAt?: Date | null | undefined;
  /** The new key expires no later than this. */
  latest: Date | null;
}

/**
 * Replaces a live key by a new one with the same name, owner and scopes. The old one works until `endsAt`. Null if its owner has no
 * such live key. A null owner means any owner, only for the command line.
 */
export async function rotateKey(
  tx: Tx,
  owner: KeyOwner | null,
  id: string,
  { now, endsAt, expiresAt, latest }: Rotation,
): Promise<IssuedKey | null> {
  const old = await endApiKey(tx, owner, id, { now, endsAt });
  if (old === null) return null;
  const wanted = expiresAt === undefined ? old.expiresAt : expiresAt;
  const isLater = latest !== null && (wanted === null || wanted > latest);
  return issueKey(tx, old.platformId === null ? old : { platformId: old.platformId }, {
    name: old.name,
    scopes: old.scopes,
    expiresAt: isLater ? latest : wanted,
  });
}
