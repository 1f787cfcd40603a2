import { generateApiKey } from '../../shared/households/api-key.ts';
import type { ApiKeyScope } from '../../shared/households/api-key.ts';
import type { AnySql, Sql } from '../../shared/postgres/connect.ts';
import { insertApiKey, listAllApiKeys, revokeAnyApiKey } from '../../shared/households/api-keys.ts';
import { findHousehold, insertHousehold } from '../../shared/households/households.ts';
import type { Household } from '../../shared/households/households.ts';
import { findUserByName, insertUser } from '../../shared/households/users.ts';

export interface KeyRequest {
  /** A new one of that name, or the one of that id. */
  household: { name: string } | { id: string };
  user: string;
  /** Blank for a name of our own. */
  name: string;
  scope: ApiKeyScope;
  /** ISO 8601, or null for never. */
  expiresAt: string | null;
}

/** What `create --json` prints. */
export interface CreatedKey {
  id: string;
  api_key: string;
  household_id: string;
  user_id: string;
}

/** One line of `list --json`. */
export interface KeyLine {
  id: string;
  household: string;
  household_id: string;
  user: string;
  user_id: string;
  name: string;
  scope: ApiKeyScope | null;
  last_four: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** Makes a key, in a new household or in one that exists; there also its user, unless it has one of that name. */
export async function createKey(sql: Sql, request: KeyRequest): Promise<CreatedKey> {
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    throw new Error('The time of expiry must be an ISO 8601 time in the future.');
  }
  const { value, digest, lastFour } = generateApiKey();
  return sql.begin(async (tx) => {
    const household =
      'name' in request.household
        ? await insertHousehold(tx, request.household.name)
        : await needHousehold(tx, request.household.id);
    const user =
      (await findUserByName(tx, household.id, request.user)) ??
      (await insertUser(tx, household.id, request.user));
    const key = await insertApiKey(tx, household.id, user.id, {
      name: request.name || `Command line ${digest.slice(0, 8)}`,
      digest,
      lastFour,
      scope: request.scope,
      expiresAt,
    });
    if (key === null) throw new Error(`${request.user} has another live key of that name.`);
    return { id: key.id, api_key: value, household_id: household.id, user_id: user.id };
  });
}

async function needHousehold(sql: AnySql, id: string): Promise<Household> {
  const household = await findHousehold(sql, id);
  if (household === null) throw new Error(`There is no household with the id ${id}.`);
  return household;
}

/** All keys, or those of the household of that id. */
export async function listKeys(sql: Sql, householdId: string | null): Promise<KeyLine[]> {
  const household = householdId === null ? null : await needHousehold(sql, householdId);
  const keys = await listAllApiKeys(sql, household?.id ?? null);
  return keys.map((key) => ({
    id: key.id,
    household: key.household,
    household_id: key.householdId,
    user: key.user,
    user_id: key.userId,
    name: key.name,
    scope: key.scope,
    last_four: key.lastFour,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Revokes a key for good. Throws when there is no live key of that id. */
export async function revokeKey(sql: Sql, id: string): Promise<void> {
  if (!(await revokeAnyApiKey(sql, id, new Date()))) {
    throw new Error(`There is no unrevoked key with the id ${id}.`);
  }
}
