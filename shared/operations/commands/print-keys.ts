import { randomUUID } from 'node:crypto';
import { isUuid } from '#preflight/uuid';
import type { Action } from '../../../packages/cli/action.ts';
import { EXIT, Failure } from '../../../packages/cli/failure.ts';
import type { Screen } from '../../../packages/cli/screen.ts';
import { HOUSEHOLD_SCOPES } from '../../households/api-key.ts';
import type { ApiKeyScope } from '../../households/api-key.ts';
import { operatorName, withDatabase } from './with-service.ts';
import { insertOperatorAction } from '../store/operator-actions.ts';
import { digestSecret, openSecret, sealSecret } from '../../platform/crypto.ts';
import type { KeyRing } from '../../platform/crypto.ts';
import type { AnySql } from '../../postgres/connect.ts';
import {
  lockConnectionsNotSealedWith,
  resealCredential,
} from '../../sync/store/provider-connections.ts';
import { resealSecrets } from '../../webhooks/secrets.ts';
import { listAllApiKeys, revokeApiKey, issueKey, rotateKey } from '../../households/api-keys.ts';
import type { NewKeyOwner, OwnedApiKey } from '../../households/api-keys.ts';
import { findHousehold, insertHousehold } from '../../households/households.ts';
import { findPlatform, insertPlatform } from '../../households/platforms.ts';
import { findFirstUser, insertUser } from '../../households/users.ts';

/** A new one with that name, or an existing one by id: names are for people and identify nothing. */
type Named = { name: string } | { id: string };

type NamedOwner = { household: Named; user: string } | { platform: Named };

/** Adds what is new: the household with its user, unless it has one with that name, or the platform. */
async function ownerOf(sql: AnySql, owner: NamedOwner): Promise<NewKeyOwner> {
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

const BATCH = 100;

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
function readOwner(options: CreateOptions): NamedOwner {
  const { household, householdId, platform, platformId } = options;
  const user = options.user.trim() || 'owner';
  const named: NamedOwner[] = [
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

function readScopes(owner: NamedOwner, scope: string | undefined): readonly ApiKeyScope[] {
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

/** Records an action as the levers record theirs. Ids only: names are people's, and values secret. */
const note = (sql: AnySql, action: string, target: string, result = 'completed'): Promise<void> =>
  insertOperatorAction(sql, { actor: operatorName(), action, target, result });

/** `ops keys create` */
export const printCreated: Action<CreateOptions> = (screen, options) => {
  const named = readOwner(options);
  const scopes = readScopes(named, options.scope);
  return withDatabase(screen, async (sql) => {
    const expiresAt = options.expiresAt === undefined ? null : new Date(options.expiresAt);
    if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) {
      throw new Failure('usage', 'The expiry must be an ISO 8601 time in the future.');
    }
    const name = options.name?.trim() || `Command line ${randomUUID().slice(0, 8)}`;
    const { of, owner, issued } = await sql.begin(async (tx) => {
      const owner = await ownerOf(tx, named);
      const issued = await issueKey(tx, owner, { name, scopes, expiresAt });
      if (issued === null)
        throw new Failure('refused', 'Its owner has another live key with that name.');
      const of =
        'platformId' in owner ? `platform ${owner.platformId}` : `household ${owner.householdId}`;
      await note(tx, 'create', `key ${issued.key.id}`, of);
      return { of, owner, issued };
    });
    // What --json prints: for a household with its user, for a platform without one.
    const ids =
      'platformId' in owner
        ? { platform_id: owner.platformId }
        : { household_id: owner.householdId, user_id: owner.userId };
    const made = { id: issued.key.id, api_key: issued.value, ...ids };
    return show(screen, made, `The key of ${of}, shown this once:`, made.api_key);
  });
};

/** `ops keys list` */
export const printKeys: Action<OwnerOptions> = (screen, { householdId, platformId }) =>
  withDatabase(screen, async (sql) => {
    const of = householdId ? { householdId } : platformId ? { platformId } : null;
    if (householdId) needed(await findHousehold(sql, householdId), 'household', householdId);
    else if (platformId) needed(await findPlatform(sql, platformId), 'platform', platformId);
    const keys = await listAllApiKeys(sql, of);
    const data = keys.map((key) => ({
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
    const lines = keys.length === 0 ? ['There are no keys.'] : keys.map(describe);
    return show(screen, { data }, ...lines);
  });

function describe(key: OwnedApiKey): string {
  const { revokedAt } = key;
  const state = revokedAt === null ? `…${key.lastFour}` : `revoked ${revokedAt.toISOString()}`;
  const owner =
    key.platformId === null
      ? `${key.household} (${key.householdId}) / ${key.user}`
      : `platform ${key.platform} (${key.platformId})`;
  return `${key.id}  ${key.scopes.join(',') || 'no scope'}  ${state}  ${owner} / ${key.name}`;
}

/** `ops keys rotate` */
export const printReplaced: Action<{ overlapHours: string }> = (screen, options, [id = '']) => {
  const hours = Number(options.overlapHours);
  if (!(hours >= 0 && hours <= 168)) {
    throw new Failure('usage', '--overlap-hours must be 0 to 168.');
  }
  return withDatabase(screen, async (sql) => {
    const now = new Date();
    const endsAt = new Date(now.getTime() + hours * 3_600_000);
    const issued = await sql.begin(async (tx) => {
      const made = isUuid(id) ? await rotateKey(tx, null, id, { now, endsAt, latest: null }) : null;
      if (made === null) throw new Failure('refused', `There is no live key with the id ${id}.`);
      await note(tx, 'rotate', `key ${id}`, `key ${made.key.id}`);
      return made;
    });
    const made = { id: issued.key.id, api_key: issued.value };
    return show(screen, made, `The new key ${made.id}, shown this once:`, made.api_key);
  });
};

/** `ops keys revoke` */
export const printRevoked: Action = (screen, _options, [id = '']) =>
  withDatabase(screen, async (sql) => {
    await sql.begin(async (tx) => {
      if (!isUuid(id) || !(await revokeApiKey(tx, null, id, new Date()))) {
        throw new Failure('refused', `There is no unrevoked key with the id ${id}.`);
      }
      await note(tx, 'revoke', `key ${id}`);
    });
    return show(screen, { id, revoked: true }, `The key ${id} is revoked.`);
  });

/** `ops credentials rotate`. Where one cannot be decrypted, its whole batch stays unchanged. */
export const printRotated: Action = (screen) =>
  withDatabase(screen, async (sql, { credentialKeys: ring }) => {
    if (ring === null) throw new Failure('usage', 'CREDENTIALS_KEYS is not set.');
    const { id } = ring.current;
    let rotated = 0;
    try {
      for (const reseal of [resealConnections, resealSecrets]) {
        for (let count = BATCH; count === BATCH; rotated += count) {
          count = await sql.begin((tx) => reseal(tx, ring, BATCH));
        }
      }
    } finally {
      await note(sql, 'rotate', 'credentials', `${rotated} re-encrypted with ${id}`);
    }
    const all = `All provider keys and webhook secrets are encrypted with ${id}`;
    return show(screen, { rotated, key: id }, `${all}; ${rotated} of them were re-encrypted now.`);
  });
