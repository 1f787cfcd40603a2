import { recordNotFound } from '../../../shared/errors.ts';
import { findConnection, updateConnection } from '../../../shared/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import {
  refuseConnectedKey,
  refuseConnectedKeyLocked,
} from '../provider-connections-create/already-connected.ts';
import type { NewKey } from '../provider-connections-create/already-connected.ts';
import {
  checkProviderKey,
  readApiKey,
  requireKeyRing,
  sealProviderKey,
} from '../provider-connections-create/check-key.ts';
import { readConnectionName, readHistoryStart } from '../provider-connections-create/handler.ts';
import { presentConnection } from '../provider-connections-list/present.ts';

interface ConnectionChange {
  name?: string;
  api_key?: string;
  history_start?: string | null;
  allow_duplicate?: boolean;
}

/** PATCH /api/v1/provider_connections/{id} */
export async function updateProviderConnection(
  context: ApiContext,
  { caller, params, readJson, signal }: ApiRequest,
): Promise<ApiResponse> {
  const { sql, clock } = context;
  const { householdId } = caller;
  const id = params['id'] ?? '';
  if ((await findConnection(sql, householdId, id)) === null) throw recordNotFound();
  const body = (await readJson()) as ConnectionChange;
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
  if (key !== null) await checkProviderKey(context, key.apiKey, signal);
  const change = { ...name, ...history, ...(key === null ? {} : sealProviderKey(key)) };
  const updated = await sql.begin(async (tx) => {
    if (key !== null && once) await refuseConnectedKeyLocked(tx, key);
    return updateConnection(tx, householdId, id, change, clock.now());
  });
  if (updated === null) throw recordNotFound();
  return { status: 200, body: { data: presentConnection(updated) } };
}

function readNewKey(
  context: ApiContext,
  householdId: string,
  connectionId: string,
  apiKey: string,
): NewKey {
  return { ring: requireKeyRing(context), householdId, connectionId, apiKey: readApiKey(apiKey) };
}
