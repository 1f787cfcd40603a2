import { randomUUID } from 'node:crypto';
import { isUuid } from '#preflight/uuid';
import type { Action } from '../../../packages/cli/action.ts';
import { EXIT, Failure } from '../../../packages/cli/failure.ts';
import type { Screen } from '../../../packages/cli/screen.ts';
import { HOUSEHOLD_SCOPES } from '../../households/api-key.ts';
import type { ApiKeyScope } from '../../households/api-key.ts';
import { withDatabase } from './with-service.ts';
import { digestSecret, openSecret, sealSecret } from '../../platform/crypto.ts';
import type { KeyRing } from '../../platform/crypto.ts';
import type { AnySql, Sql } from '../../postgres/connect.ts';
import {
  lockConnectionsNotSealedWith,
  resealCredential,
} from '../../sync/store/provider-connections.ts';
import { resealSecrets } from '../../webhooks/secrets.ts';
import { isOfPlatform, listAllApiKeys, revokeApiKey } from '../../households/api-keys.ts';
import type { KeyOwner, NewKeyOwner } from '../../households/api-keys.ts';
import { findHousehold, insertHousehold } from '../../households/households.ts';
import { issueKey, rotateKey } from '../../households/issue-key.ts';
import { findPlatform, insertPlatform } from '../../households/platforms.ts';
import { findFirstUser, insertUser } from '../../households/users.ts';

/** A new one with that name, or an existing one by id: names are for people and identify nothing. */
type Named = { name: string } | { id: string };

interface KeyRequest {
  owner: { household: Named; user: string } | { platform: Named };
  /** Blank: a name is generated. */
  name: string;
  scopes: readonly ApiKeyScope[];
  /** ISO 8601, or null for never. */
  expiresAt: string | null;
}

/** Creates a key, for a new or an existing household or platform; for a household also its user, unless it has one with that name. */
async function createKey(sql: Sql, request: KeyRequest) {
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
    throw new Failure('usage', 'The expiry must be an ISO 8601 time in the future.');
  }
  return sql.begin(async (tx) => {
    const owner = await ownerOf(tx, request.owner);
    const issued = await issueKey(tx, owner, {
      name: request.name || `Command line ${randomUUID().slice(0, 8)}`,
      scopes: request.scopes,
      expiresAt,
    });
    if (issued === null)
      throw new Failure('refused', 'Its owner has another live key with that name.');
    // What --json prints: for a household with its user, for a platform without one.
    const of =
      'platformId' in owner
        ? { platform_id: owner.platformId }
        : { household_id: owner.householdId, user_id: owner.userId };
    return { id: issued.key.id, api_key: issued.value, ...of };
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
    (await findFirstUser(sql, householdId, owner.user)) ??
    (await insertUser(sql, householdId, owner.user));
  return { householdId, userId };
}

function needed<Found>(found: Found | null, what: string, id: string): Found {
  if (found === null) throw new Failure('refused', `There is no ${what} with the id ${id}.`);
  return found;
}

/** All keys, or those of one household or platform. */
async function listKeys(sql: Sql, of: KeyOwner | null) {
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

/** Revokes a key for good. Throws if there is no unrevoked key with that id. */
async function revokeKey(sql: Sql, id: string): Promise<void> {
  if (!isUuid(id) || !(await revokeApiKey(sql, null, id, new Date()))) {
    throw new Failure('refused', `There is no unrevoked key with the id ${id}.`);
  }
}

/** Replaces a key; the old one works for this many more hours. Throws if there is no live key with that id. */
async function replaceKey(
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

const BATCH = 100;

/**
 * Re-encrypts every provider key and webhook secret with the first key of the ring. Returns how many. Throws if one cannot be
 * decrypted; its whole batch then stays unchanged.
 */
async function rotateCredentials(sql: Sql, ring: KeyRing): Promise<number> {
  let rotated = 0;
  for (const reseal of [resealConnections, resealSecrets]) {
    for (let count = BATCH; count === BATCH; rotated += count) {
      count = await sql.begin((tx) => reseal(tx, ring, BATCH));
    }
  }
  return rotated;
}

async function resealConnections(tx: AnySql, ring: KeyRing, limit: number): Promise<number> {
  const rows = await lockConnectionsNotSealedWith(tx, ring.current.id, limit);
  for (const row of rows) {
    const apiKey = openSecret(ring, row.credential, row.id);
    const sealed = sealSecret(ring, apiKey, row.id);
    const digest = digestSecret(ring.current.key, apiKey, row.householdId);
    await resealCredential(tx, row.householdId, row.id, sealed, digest);
  }
  return rows.length;
}

interface OwnerOptions {
  householdId?: string;
  platformId?: string;
}

interface CreateOptions extends OwnerOptions {
  household?: string;
  platform?: string;
  user: string;
  name?: string;
  scope?: string;
  expiresAt?: string;
}

/** A new owner by name, or an existing one by id. */
function readOwner(options: CreateOptions): KeyRequest['owner'] {
  const { household, householdId, platform, platformId } = options;
  const user = options.user.trim() || 'owner';
  const named: KeyRequest['owner'][] = [
    ...(household?.trim() ? [{ household: { name: household.trim() }, user }] : []),
    ...(householdId ? [{ household: { id: householdId }, user }] : []),
    ...(platform?.trim() ? [{ platform: { name: platform.trim() } }] : []),
    ...(platformId ? [{ platform: { id: platformId } }] : []),
  ];
  const [owner, ...more] = named;
  if (owner !== undefined && more.length === 0) return owner;
  throw new Failure(
    'usage',
    'Give --household or --platform NAME for a new one, or its --…-id ID for one that exists.',
  );
}

function readScopes(owner: KeyRequest['owner'], scope: string | undefined): readonly ApiKeyScope[] {
  if ('platform' in owner) {
    if (scope === undefined) return ['platform'];
    throw new Failure('usage', 'A platform key has the scope platform and no other.');
  }
  const wanted = scope?.split(',') ?? [];
  const scopes = HOUSEHOLD_SCOPES.filter((known) => wanted.includes(known));
  if (scopes.length > 0 && scopes.length === wanted.length) return scopes;
  throw new Failure('usage', `--scope must be one or several of ${HOUSEHOLD_SCOPES.join(',')}.`);
}

function show(screen: Screen, document: object, ...lines: string[]): number {
  for (const line of lines) screen.print(line);
  screen.answer(document);
  return EXIT.fine;
}

/** `ops keys create` */
export const printCreated: Action<CreateOptions> = (screen, options) => {
  const owner = readOwner(options);
  const request = {
    owner,
    name: options.name?.trim() ?? '',
    scopes: readScopes(owner, options.scope),
    expiresAt: options.expiresAt ?? null,
  };
  return withDatabase(screen, async (sql) => {
    const made = await createKey(sql, request);
    const of =
      'platform_id' in made ? `platform ${made.platform_id}` : `household ${made.household_id}`;
    return show(screen, made, `The key of ${of}, shown this once:`, made.api_key);
  });
};

/** `ops keys list` */
export const printKeys: Action<OwnerOptions> = (screen, { householdId, platformId }) =>
  withDatabase(screen, async (sql) => {
    const of = householdId ? { householdId } : platformId ? { platformId } : null;
    const data = await listKeys(sql, of);
    return show(
      screen,
      { data },
      ...(data.length === 0 ? ['There are no keys.'] : data.map(describe)),
    );
  });

function describe(key: Awaited<ReturnType<typeof listKeys>>[number]): string {
  const state = key.revoked_at === null ? `…${key.last_four}` : `revoked ${key.revoked_at}`;
  const owner =
    key.platform_id === null
      ? `${key.household} (${key.household_id}) / ${key.user}`
      : `platform ${key.platform} (${key.platform_id})`;
  return `${key.id}  ${key.scopes.join(',') || 'no scope'}  ${state}  ${owner} / ${key.name}`;
}

/** `ops keys rotate` */
export const printReplaced: Action<{ overlapHours: string }> = (screen, options, [id = '']) => {
  const hours = Number(options.overlapHours);
  if (!(hours >= 0 && hours <= 168)) {
    throw new Failure('usage', '--overlap-hours must be 0 to 168.');
  }
  return withDatabase(screen, async (sql) => {
    const made = await replaceKey(sql, id, hours);
    return show(screen, made, `The new key ${made.id}, shown this once:`, made.api_key);
  });
};

/** `ops keys revoke` */
export const printRevoked: Action = (screen, _options, [id = '']) =>
  withDatabase(screen, async (sql) => {
    await revokeKey(sql, id);
    return show(screen, { id, revoked: true }, `The key ${id} is revoked.`);
  });

/** `ops credentials rotate` */
export const printRotated: Action = (screen) =>
  withDatabase(screen, async (sql, { credentialKeys: ring }) => {
    if (ring === null) throw new Failure('usage', 'CREDENTIALS_KEYS is not set.');
    const rotated = await rotateCredentials(sql, ring);
    const { id } = ring.current;
    return show(screen, { rotated, key: id }, `${rotated} keys are now encrypted with ${id}.`);
  });
