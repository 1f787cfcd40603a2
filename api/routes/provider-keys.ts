import { randomUUID } from 'node:crypto';
import { isBookingDay } from '#preflight/days';
import { householdToday, lockHousehold } from '../../shared/households/households.ts';
import { digestSecret, sealSecret } from '../../shared/platform/crypto.ts';
import type { KeyRing } from '../../shared/platform/crypto.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
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
import { jobOf } from '../http/jobs.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { answerRecord } from '../http/answer-record.ts';
import { readName } from '../http/read-name.ts';
import { resource } from '../http/resource.ts';
import { presentConnection } from '../records/provider-connection.ts';
import { requireKeyRing } from '../steps/require-key-ring.ts';

export const providerKeyRoutes = resource('Bank sync');

providerKeyRoutes.write('POST /api/v1/provider_connections', {
  operationId: 'createProviderConnection',
  summary: 'Connect a provider key',
  description:
    'Checks the key at the provider, stores it encrypted and starts the first sync: GET /syncs shows it.',
  body: { required: true, json: ref('NewProviderConnection') },
  example: { body: { name: 'Second bank', api_key: 'sandbox-second-key' } },
  responses: {
    201: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
  },
  errors: ['already_connected', 'provider_credential_rejected', 'provider_unavailable'],
  async prepare(context, { householdId, readJson, signal }) {
    const body = await readJson();
    const historyStart = await readHistoryStart(context, householdId, body.history_start ?? null);
    const name = readName(body.name ?? 'Bank connection');
    const id = randomUUID();
    const key = readNewKey(context, householdId, id, body);
    const bank = await checkNewKey(context, key, signal);
    return { key, bank, connection: { id, name, historyStart, ...sealProviderKey(key) } };
  },
  async write(tx, { key, bank, connection }, { householdId, now }) {
    await lockAgainstSameKey(tx, key);
    const stored = await insertConnection(tx, householdId, connection);
    await setBank(tx, householdId, stored.id, bank);
    const { sync } = await insertOrJoinSync(tx, householdId, stored.id, 'connection', now);
    const body = { data: presentConnection(stored) };
    return { status: 201, body, jobs: [jobOf(syncConnectionJob, sync)] };
  },
});

/** Returns a day that is not after today in the household's time zone; null is the default start. Throws validation_failed. */
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

/** The key in a body, without surrounding blanks. Throws validation_failed for a blank one, and service_unavailable. */
function readNewKey(
  { config }: ApiContext,
  householdId: string,
  connectionId: string,
  sent: { api_key: string; allow_duplicate?: boolean | undefined },
): NewKey {
  const apiKey = sent.api_key.trim();
  if (apiKey === '') throw validationFailed('api_key must not be blank.');
  const mayRepeat = sent.allow_duplicate === true;
  const ring = requireKeyRing(config, 'provider keys');
  return { ring, householdId, apiKey, connectionId, mayRepeat };
}

/** A provider key that is about to be stored in a connection of the household. */
interface NewKey {
  ring: KeyRing;
  householdId: string;
  apiKey: string;
  /** The connection that gets the key; it may already have it. */
  connectionId: string;
  /** Whether another connection may have the same key. */
  mayRepeat: boolean;
}

/** Checks a key before it is stored and returns its bank. A key that is connected already needs no call to the provider. */
async function checkNewKey(
  context: ApiContext,
  key: NewKey,
  signal: AbortSignal,
): Promise<string | null> {
  if (!key.mayRepeat) await refuseConnectedKey(context.sql, key);
  return checkProviderKey(context, key.apiKey, signal);
}

/**
 * Throws already_connected when another connection of the household has the key. Each is compared by the digest under
 * the encryption key that seals it, so all are found during a key rotation.
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

/** A person waits for the answer, so there is time for fewer attempts than in a sync. */
const CHECK_TIMEOUT_MS = 20_000;

/**
 * Lists the provider's accounts with this key, and returns their bank where it is named. Throws
 * provider_credential_rejected when the provider refuses the key and provider_unavailable when it does not say.
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

/** The key encrypted for its connection, its digest, and what may be shown of it. */
function sealProviderKey({ ring, householdId, apiKey, connectionId }: NewKey) {
  return {
    credential: sealSecret(ring, apiKey, connectionId),
    digest: digestSecret(ring.current.key, apiKey, householdId),
    // Four characters would be most of a short key.
    lastFour: apiKey.length >= 12 ? apiKey.slice(-4) : '',
  };
}

/** Decides between two requests that connect the same key: the lock makes others of the household wait for this transaction. */
async function lockAgainstSameKey(tx: Tx, key: NewKey): Promise<void> {
  if (key.mayRepeat) return;
  await lockHousehold(tx, key.householdId);
  await refuseConnectedKey(tx, key);
}

providerKeyRoutes.write('PATCH /api/v1/provider_connections/{id}', {
  operationId: 'updateProviderConnection',
  summary: 'Change a connection: its name, its key, the start of its history',
  description:
    'A new key is checked at the provider first, and starts a sync: GET /syncs shows it. After a new start of the history the next sync is due at once.',
  body: { required: true, json: ref('ProviderConnectionChange') },
  example: { body: { name: 'My bank' } },
  responses: {
    200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
  },
  errors: ['already_connected', 'provider_credential_rejected', 'provider_unavailable'],
  exists: findConnection,
  async prepare(context, { householdId, id, readJson, signal }) {
    const { history_start: start, name, api_key, allow_duplicate } = await readJson();
    const historyStart =
      start === undefined ? start : await readHistoryStart(context, householdId, start);
    const named = { name: name === undefined ? name : readName(name), historyStart };
    if (api_key === undefined) return { key: null, bank: null, change: named };
    const key = readNewKey(context, householdId, id, { api_key, allow_duplicate });
    const bank = await checkNewKey(context, key, signal);
    return { key, bank, change: { ...named, ...sealProviderKey(key) } };
  },
  async write(tx, { key, bank, change }, { householdId, id, now }) {
    if (key !== null) {
      await lockAgainstSameKey(tx, key);
      await setBank(tx, householdId, id, bank);
    }
    const updated = await updateConnection(tx, householdId, id, change, now);
    const answer = answerRecord(updated, presentConnection);
    if (key === null) return answer;
    // A run that is under way uses the old key, and the next one is due when it ends.
    const { sync, joined } = await insertOrJoinSync(tx, householdId, id, 'connection', now);
    return joined ? answer : { ...answer, jobs: [jobOf(syncConnectionJob, sync)] };
  },
});
