import { randomUUID } from 'node:crypto';
import { isBookingDay } from '#preflight/days';
import { householdToday, lockHousehold } from '../../shared/households/households.ts';
import { digestSecret, sealSecret } from '../../shared/platform/crypto.ts';
import type { KeyRing, SealedSecret } from '../../shared/platform/crypto.ts';
import { AppError, recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import { bankOf } from '../../shared/sync/limit/bank-of.ts';
import { setBank } from '../../shared/sync/store/connection-syncs.ts';
import {
  findConnection,
  findConnectionByDigest,
  insertConnection,
  updateConnection,
} from '../../shared/sync/store/provider-connections.ts';
import { insertOrJoinSync } from '../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../context.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { writeAs } from '../http/write-as.ts';
import { presentConnection } from '../records/provider-connection.ts';
import { queueSync } from '../steps/queue-sync.ts';

/** A person waits for the answer: fewer tries than a sync has. */
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Asks the provider for its accounts with this key, and returns their bank where it is named. Throws provider_credential_rejected when it refuses
 * the key and provider_unavailable when it does not say.
 */
async function checkProviderKey(
  { provider }: ApiContext,
  apiKey: string,
  signal: AbortSignal,
): Promise<string | null> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
  try {
    return bankOf(await provider.clientFor(apiKey).listAccounts(bounded));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.stopsTheRun || error.kind === 'bad_request') {
      throw new AppError('provider_credential_rejected', {
        publicMessage: error.message,
        details: { reason: error.code },
      });
    }
    throw new AppError('provider_unavailable', {
      publicMessage: error.message,
      details: { reason: error.code },
      retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 30_000) / 1000),
    });
  }
}

/** A key from a body, without blanks around it. Throws validation_failed for a blank one. */
function readApiKey(text: string): string {
  const apiKey = text.trim();
  if (apiKey === '') throw validationFailed('api_key must not be blank.');
  return apiKey;
}

/** The keys that encrypt provider keys. Throws service_unavailable for an installation without. */
function requireKeyRing({ config }: ApiContext): KeyRing {
  if (config.credentialKeys !== null) return config.credentialKeys;
  throw new AppError('service_unavailable', {
    publicMessage: 'This installation has no CREDENTIALS_KEYS to encrypt provider keys with.',
  });
}

/** The key encrypted for its connection, its digest, and what may be shown of it. */
function sealProviderKey({ ring, householdId, apiKey, connectionId }: NewKey): {
  credential: SealedSecret;
  digest: Buffer;
  lastFour: string;
} {
  return {
    credential: sealSecret(ring, apiKey, connectionId),
    digest: digestSecret(ring.current.key, apiKey, householdId),
    // Four characters of a short key would be most of it.
    lastFour: apiKey.length >= 12 ? apiKey.slice(-4) : '',
  };
}

/** A provider key on its way into a connection of the household. */
interface NewKey {
  ring: KeyRing;
  householdId: string;
  apiKey: string;
  /** The connection that gets it; it may have the key already. */
  connectionId: string;
}

/**
 * Throws already_connected when another connection of the household has the key. Each is compared by the digest
 * under the encryption key that seals it, so a rotation that is half done finds them all.
 */
async function refuseConnectedKey(
  sql: AnySql,
  { ring, householdId, apiKey, connectionId }: NewKey,
): Promise<void> {
  const digests = [...ring.all].map(([keyId, key]) => {
    return { keyId, digest: digestSecret(key, apiKey, householdId) };
  });
  const existing = await findConnectionByDigest(sql, householdId, digests, connectionId);
  if (existing === null) return;
  throw new AppError('already_connected', {
    publicMessage:
      'This key is already connected. Use that connection, or send allow_duplicate: true to connect it twice.',
    details: { provider_connection_id: existing },
  });
}

/** The same, decided for good: the household's other requests that connect a key wait for the transaction. */
async function refuseConnectedKeyLocked(tx: Tx, key: NewKey): Promise<void> {
  await lockHousehold(tx, key.householdId);
  await refuseConnectedKey(tx, key);
}

/** POST /api/v1/provider_connections */
const createProviderConnection = defineRoute({
  method: 'post',
  path: '/api/v1/provider_connections',
  scope: 'read_write',
  waitsAfterBody: true,
  schema: {
    operationId: 'createProviderConnection',
    summary: 'Connect a provider key',
    description:
      'Checks the key at the provider, stores it encrypted and starts the first sync: GET /syncs shows it.',
    tag: 'Bank sync',
    body: { required: true, json: ref('NewProviderConnection') },
    example: { body: { name: 'My bank', api_key: 'sandbox-demo-key' } },
    responses: {
      201: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
    errors: [
      'already_connected',
      'validation_failed',
      'provider_credential_rejected',
      'provider_unavailable',
    ],
  },
  async handler(context, { caller, readJson, signal }) {
    const { sql, clock } = context;
    const { householdId } = caller;
    const body = await readJson();
    const historyStart = await readHistoryStart(context, householdId, body.history_start ?? null);
    const name = readConnectionName(body.name ?? 'Bank connection');
    const apiKey = readApiKey(body.api_key);
    const id = randomUUID();
    const key = { ring: requireKeyRing(context), householdId, apiKey, connectionId: id };
    const sealed = sealProviderKey(key);
    const once = body.allow_duplicate !== true;
    // Known keys need no call to the provider; only the look under the lock decides between two at once.
    if (once) await refuseConnectedKey(sql, key);
    const bank = await checkProviderKey(context, apiKey, signal);
    const { connection, sync } = await writeAs(context, caller, async (tx) => {
      if (once) await refuseConnectedKeyLocked(tx, key);
      const stored = await insertConnection(tx, householdId, { id, name, historyStart, ...sealed });
      await setBank(tx, householdId, id, bank);
      const first = await insertOrJoinSync(tx, householdId, id, 'connection', clock.now());
      return { connection: stored, sync: first.sync };
    });
    await queueSync(context, sync);
    return { status: 201, body: { data: presentConnection(connection) } };
  },
});

/** A name without blanks around it. Throws validation_failed for a blank one. */
function readConnectionName(text: string): string {
  const name = text.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name;
}

/**
 * A day that has come in the household's time zone, or null for the default start. Throws validation_failed.
 */
async function readHistoryStart(
  { sql, clock }: ApiContext,
  householdId: string,
  day: string | null,
): Promise<string | null> {
  if (day === null) return null;
  if (!isBookingDay(day))
    throw validationFailed('history_start must be a date in the form YYYY-MM-DD.');
  const today = await householdToday(sql, householdId, clock.now());
  if (day > today) throw validationFailed('history_start must not be in the future.');
  return day;
}

/** PATCH /api/v1/provider_connections/{id} */
const updateProviderConnection = defineRoute({
  method: 'patch',
  path: '/api/v1/provider_connections/{id}',
  scope: 'read_write',
  waitsAfterBody: true,
  schema: {
    operationId: 'updateProviderConnection',
    summary: 'Change a connection: its name, its key, the start of its history',
    description:
      'A new key is checked at the provider first. After a new key or a new start of the history the scheduler syncs at once.',
    tag: 'Bank sync',
    body: { required: true, json: ref('ProviderConnectionChange') },
    example: { body: { name: 'My bank' } },
    responses: {
      200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
    errors: [
      'already_connected',
      'validation_failed',
      'provider_credential_rejected',
      'provider_unavailable',
    ],
  },
  async handler(context, { caller, id, readJson, signal }) {
    const { sql, clock } = context;
    const { householdId } = caller;
    if ((await findConnection(sql, householdId, id)) === null) throw recordNotFound();
    const body = await readJson();
    const start = body.history_start;
    const history =
      start === undefined
        ? {}
        : { historyStart: await readHistoryStart(context, householdId, start) };
    const name = body.name === undefined ? {} : { name: readConnectionName(body.name) };
    const key =
      body.api_key === undefined ? null : readNewKey(context, householdId, id, body.api_key);
    const once = body.allow_duplicate !== true;
    if (key !== null && once) await refuseConnectedKey(sql, key);
    const bank = key === null ? null : await checkProviderKey(context, key.apiKey, signal);
    const change = { ...name, ...history, ...(key === null ? {} : sealProviderKey(key)) };
    const updated = await writeAs(context, caller, async (tx) => {
      if (key !== null && once) await refuseConnectedKeyLocked(tx, key);
      if (key !== null) await setBank(tx, householdId, id, bank);
      return updateConnection(tx, householdId, id, change, clock.now());
    });
    if (updated === null) throw recordNotFound();
    return { status: 200, body: { data: presentConnection(updated) } };
  },
});

function readNewKey(
  context: ApiContext,
  householdId: string,
  connectionId: string,
  apiKey: string,
): NewKey {
  return { ring: requireKeyRing(context), householdId, connectionId, apiKey: readApiKey(apiKey) };
}

export const providerKeyRoutes: readonly Route[] = [
  createProviderConnection,
  updateProviderConnection,
];
