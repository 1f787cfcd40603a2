import { randomUUID } from 'node:crypto';
import { validationFailed } from '../../../shared/errors.ts';
import { isDay } from '../../../shared/days.ts';
import { householdToday } from '../../../shared/store/households.ts';
import { insertConnection } from '../../../shared/store/provider-connections.ts';
import { insertOrJoinSync } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentConnection } from '../provider-connections-list/present.ts';
import { queueSync } from '../provider-connections-sync/queue-sync.ts';
import { refuseConnectedKey, refuseConnectedKeyLocked } from './already-connected.ts';
import { checkProviderKey, readApiKey, requireKeyRing, sealProviderKey } from './check-key.ts';

interface NewConnection {
  name?: string;
  api_key: string;
  history_start?: string | null;
  allow_duplicate?: boolean;
}

/** POST /api/v1/provider_connections */
export async function createProviderConnection(
  context: ApiContext,
  { caller, readJson, signal }: ApiRequest,
): Promise<ApiResponse> {
  const { sql, clock } = context;
  const { householdId } = caller;
  const body = (await readJson()) as NewConnection;
  const historyStart = await readHistoryStart(context, householdId, body.history_start ?? null);
  const name = readConnectionName(body.name ?? 'Bank connection');
  const apiKey = readApiKey(body.api_key);
  const id = randomUUID();
  const key = { ring: requireKeyRing(context), householdId, apiKey, connectionId: id };
  const sealed = sealProviderKey(key);
  const once = body.allow_duplicate !== true;
  // Known keys need no call to the provider; only the look under the lock decides between two at once.
  if (once) await refuseConnectedKey(sql, key);
  await checkProviderKey(context, apiKey, signal);
  const { connection, sync } = await sql.begin(async (tx) => {
    if (once) await refuseConnectedKeyLocked(tx, key);
    const stored = await insertConnection(tx, householdId, { id, name, historyStart, ...sealed });
    const first = await insertOrJoinSync(tx, householdId, id, 'connection', clock.now());
    return { connection: stored, sync: first.sync };
  });
  await queueSync(context, sync);
  return { status: 201, body: { data: presentConnection(connection) } };
}

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
  if (!isDay(day)) throw validationFailed('history_start must be a date in the form YYYY-MM-DD.');
  const today = await householdToday(sql, householdId, clock.now());
  if (day > today) throw validationFailed('history_start must not be in the future.');
  return day;
}
