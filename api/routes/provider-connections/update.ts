import { recordNotFound } from '../../../shared/platform/errors.ts';
import { setBank } from '../../../shared/sync/store/connection-syncs.ts';
import {
  findConnection,
  updateConnection,
} from '../../../shared/sync/store/provider-connections.ts';
import type { ApiContext } from '../../context.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentConnection } from '../../present/provider-connections.ts';
import type { NewKey } from './already-connected.ts';
import { refuseConnectedKey, refuseConnectedKeyLocked } from './already-connected.ts';
import { checkProviderKey, readApiKey, requireKeyRing, sealProviderKey } from './check-key.ts';
import { readConnectionName, readHistoryStart } from './create.ts';

/** PATCH /api/v1/provider_connections/{id} */
export const updateProviderConnection = defineRoute({
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
