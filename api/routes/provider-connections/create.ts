import { randomUUID } from 'node:crypto';
import { isBookingDay } from '../../../packages/preflight/days.ts';
import { validationFailed } from '../../../shared/platform/errors.ts';
import { householdToday } from '../../../shared/households/households.ts';
import { setBank } from '../../../shared/sync/store/connection-syncs.ts';
import { insertConnection } from '../../../shared/sync/store/provider-connections.ts';
import { insertOrJoinSync } from '../../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentConnection } from '../../present/provider-connections.ts';
import { refuseConnectedKey, refuseConnectedKeyLocked } from './already-connected.ts';
import { checkProviderKey, readApiKey, requireKeyRing, sealProviderKey } from './check-key.ts';
import { queueSync } from './queue-sync.ts';

/** POST /api/v1/provider_connections */
export const createProviderConnection = defineRoute({
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
export function readConnectionName(text: string): string {
  const name = text.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name;
}

/**
 * A day that has come in the household's time zone, or null for the default start. Throws validation_failed.
 */
export async function readHistoryStart(
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
