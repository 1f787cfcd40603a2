import { recordNotFound } from '../../../shared/errors.ts';
import { findConnection, updateConnection } from '../../../shared/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { checkProviderKey, sealProviderKey } from '../provider-connections-create/check-key.ts';
import { readConnectionName, readHistoryStart } from '../provider-connections-create/handler.ts';
import { presentConnection } from '../provider-connections-list/present.ts';

/** PATCH /api/v1/provider_connections/{id} */
export async function updateProviderConnection(
  context: ApiContext,
  { caller, params, readJson, signal }: ApiRequest,
): Promise<ApiResponse> {
  const { sql, clock } = context;
  const id = params['id'] ?? '';
  if ((await findConnection(sql, caller.householdId, id)) === null) throw recordNotFound();
  const body = (await readJson()) as {
    name?: string;
    api_key?: string;
    history_start?: string | null;
  };
  const start = body.history_start;
  const history =
    start === undefined
      ? {}
      : { historyStart: await readHistoryStart(context, caller.householdId, start) };
  const apiKey = body.api_key?.trim();
  const sealed = apiKey === undefined ? {} : sealProviderKey(context, apiKey, id);
  if (apiKey !== undefined) await checkProviderKey(context, apiKey, signal);
  const name = body.name === undefined ? {} : { name: readConnectionName(body.name) };
  const change = { ...name, ...sealed, ...history };
  const updated = await updateConnection(sql, caller.householdId, id, change, clock.now());
  if (updated === null) throw recordNotFound();
  return { status: 200, body: { data: presentConnection(updated) } };
}
