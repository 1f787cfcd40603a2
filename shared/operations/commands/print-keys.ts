import type { Action } from '../../../packages/cli/action.ts';
import { EXIT, Failure } from '../../../packages/cli/failure.ts';
import type { Screen } from '../../../packages/cli/screen.ts';
import { HOUSEHOLD_SCOPES } from '../../households/api-key.ts';
import type { ApiKeyScope } from '../../households/api-key.ts';
import { createKey, listKeys, replaceKey, revokeKey } from './keys.ts';
import type { KeyLine, KeyRequest } from './keys.ts';
import { withDatabase } from './with-service.ts';
import { digestSecret, openSecret, sealSecret } from '../../platform/crypto.ts';
import type { KeyRing } from '../../platform/crypto.ts';
import type { Sql } from '../../postgres/connect.ts';
import {
  lockConnectionsNotSealedWith,
  resealCredential,
} from '../../sync/store/provider-connections.ts';
import { resealSecrets } from '../../webhooks/secrets.ts';

const BATCH = 100;

/**
 * Encrypts every provider key and webhook secret anew with the first key of the ring; returns how many. Throws when one
 * cannot be decrypted: its whole batch stays unchanged.
 */
async function rotateCredentials(sql: Sql, ring: KeyRing): Promise<number> {
  let rotated = 0;
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const rows = await lockConnectionsNotSealedWith(tx, ring.current.id, BATCH);
      for (const row of rows) {
        const apiKey = openSecret(ring, row.credential, row.id);
        const sealed = sealSecret(ring, apiKey, row.id);
        const digest = digestSecret(ring.current.key, apiKey, row.householdId);
        await resealCredential(tx, row.householdId, row.id, sealed, digest);
      }
      return rows.length;
    });
    rotated += count;
    if (count < BATCH) break;
  }
  for (;;) {
    const count = await sql.begin((tx) => resealSecrets(tx, ring, BATCH));
    rotated += count;
    if (count < BATCH) return rotated;
  }
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

/** A new one by its name, or one that exists by its id. */
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
    throw new Failure('usage', 'A key of a platform has the scope platform, no other.');
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
    const of = made.household_id ?? made.platform_id ?? '';
    const kind = made.household_id === undefined ? 'platform' : 'household';
    return show(screen, made, `The key of ${kind} ${of}, shown this once:`, made.api_key);
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

function describe(key: KeyLine): string {
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
