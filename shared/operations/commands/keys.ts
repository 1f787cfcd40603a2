import { randomUUID } from 'node:crypto';
import { isUuid } from '#preflight/uuid';
import type { ApiKeyScope } from '../../households/api-key.ts';
import type { AnySql, Sql } from '../../postgres/connect.ts';
import { isOfPlatform, listAllApiKeys, revokeApiKey } from '../../households/api-keys.ts';
import type { KeyOwner, NewKeyOwner } from '../../households/api-keys.ts';
import { findHousehold, insertHousehold } from '../../households/households.ts';
import { issueKey, rotateKey } from '../../households/issue-key.ts';
import { findPlatform, insertPlatform } from '../../households/platforms.ts';
import { findUserByName, insertUser } from '../../households/users.ts';
import { Failure } from '../../../packages/cli/failure.ts';

/** A new one of that name, or the one of that id: names are for people, and address nothing. */
type Named = { name: string } | { id: string };

export interface KeyRequest {
  owner: { household: Named; user: string } | { platform: Named };
  /** Blank for a name of our own. */
  name: string;
  scopes: readonly ApiKeyScope[];
  /** ISO 8601, or null for never. */
  expiresAt: string | null;
}

/** What `create --json` prints: a key of a household has its user, a key of a platform neither. */
export interface CreatedKey {
  id: string;
  api_key: string;
  household_id?: string;
  user_id?: string;
  platform_id?: string;
}

/** One line of `list --json`. */
export interface KeyLine {
  id: string;
  household: string | null;
  household_id: string | null;
  user: string | null;
  user_id: string | null;
  platform: string | null;
  platform_id: string | null;
  name: string;
  scopes: readonly ApiKeyScope[];
  last_four: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** Makes a key, in a new household or platform or in one that exists; of a household also its user, unless it has one of that name. */
export async function createKey(sql: Sql, request: KeyRequest): Promise<CreatedKey> {
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    throw new Failure('usage', 'The time of expiry must be an ISO 8601 time in the future.');
  }
  return sql.begin(async (tx) => {
    const owner = await ownerOf(tx, request.owner);
    const issued = await issueKey(tx, owner, {
      name: request.name || `Command line ${randomUUID().slice(0, 8)}`,
      scopes: request.scopes,
      expiresAt,
    });
    if (issued === null)
      throw new Failure('refused', 'Its owner has another live key of that name.');
    const created = { id: issued.key.id, api_key: issued.value };
    return 'platformId' in owner
      ? { ...created, platform_id: owner.platformId }
      : { ...created, household_id: owner.householdId, user_id: owner.userId };
  });
}

async function ownerOf(sql: AnySql, owner: KeyRequest['owner']): Promise<NewKeyOwner> {
  if ('platform' in owner) {
    const { id } =
      'name' in owner.platform
        ? await insertPlatform(sql, owner.platform.name)
        : needed(await findPlatform(sql, owner.platform.id), 'platform', owner.platform.id);
    return { platformId: id };
  }
  const { id: householdId } =
    'name' in owner.household
      ? await insertHousehold(sql, owner.household.name)
      : needed(await findHousehold(sql, owner.household.id), 'household', owner.household.id);
  const { id: userId } =
    (await findUserByName(sql, householdId, owner.user)) ??
    (await insertUser(sql, householdId, owner.user));
  return { householdId, userId };
}

function needed<Found>(found: Found | null, what: string, id: string): Found {
  if (found === null) throw new Failure('refused', `There is no ${what} with the id ${id}.`);
  return found;
}

/** All keys, or those of the household or platform of that id. */
export async function listKeys(sql: Sql, of: KeyOwner | null): Promise<KeyLine[]> {
  if (of !== null && isOfPlatform(of)) {
    needed(await findPlatform(sql, of.platformId), 'platform', of.platformId);
  } else if (of !== null) {
    needed(await findHousehold(sql, of.householdId), 'household', of.householdId);
  }
  const keys = await listAllApiKeys(sql, of);
  return keys.map((key) => ({
    id: key.id,
    household: key.household,
    household_id: key.householdId,
    user: key.user,
    user_id: key.userId,
    platform: key.platform,
    platform_id: key.platformId,
    name: key.name,
    scopes: key.scopes,
    last_four: key.lastFour,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Revokes a key for good. Throws when there is no live key of that id. */
export async function revokeKey(sql: Sql, id: string): Promise<void> {
  if (!isUuid(id) || !(await revokeApiKey(sql, null, id, new Date()))) {
    throw new Failure('refused', `There is no unrevoked key with the id ${id}.`);
  }
}

/** Makes a key in the place of one, which works on for so many hours. Throws when there is no live key of that id. */
export async function replaceKey(
  sql: Sql,
  id: string,
  overlapHours: number,
): Promise<{ id: string; api_key: string }> {
  const now = new Date();
  const endsAt = new Date(now.getTime() + overlapHours * 3_600_000);
  const issued = isUuid(id)
    ? await sql.begin((tx) => rotateKey(tx, null, id, { now, endsAt, latest: null }))
    : null;
  if (issued === null) throw new Failure('refused', `There is no live key with the id ${id}.`);
  return { id: issued.key.id, api_key: issued.value };
}
