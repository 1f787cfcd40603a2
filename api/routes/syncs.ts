import type { AnySql } from '../../shared/postgres/connect.ts';
import { withAccounts } from '../../shared/sync/store/sync-accounts.ts';
import {
  findSync,
  listSyncs,
  requestCancel,
  SYNC_STATUSES,
} from '../../shared/sync/store/syncs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { oneOf, uuidParameter } from '../http/query-parameters.ts';
import { answerRecord } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { presentSync } from '../records/sync.ts';

export const syncRoutes = resource('Bank sync');

syncRoutes.list('GET /api/v1/syncs', {
  operationId: 'listSyncs',
  summary: 'List syncs',
  description: 'Sync runs, newest first, with progress and result per account.',
  query: {
    provider_connection_id: uuidParameter('Only the runs of this connection.'),
    status: oneOf(SYNC_STATUSES, 'Only runs in this state.'),
  },
  answers: 'A page of runs.',
  record: presentSync,
  rows(sql, { householdId, query }, page) {
    const filter = { connectionId: query.provider_connection_id, status: query.status };
    return listSyncs(sql, householdId, page, filter);
  },
});

syncRoutes.read('GET /api/v1/syncs/{id}', {
  operationId: 'showSync',
  summary: 'Show a sync',
  description: 'Its progress updates while it runs; /syncs/{id}/events streams it.',
  responses: { 200: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  async handler({ sql }, { householdId, id }) {
    return answerSync(sql, householdId, await findSync(sql, householdId, id), 200);
  },
});

syncRoutes.write('POST /api/v1/syncs/{id}/cancel', {
  operationId: 'cancelSync',
  summary: 'Cancel a sync',
  description:
    'A run that no worker holds ends at once; otherwise its worker stops before the next page. Accounts that are done stay done, and the one being read is left as it was. A finished run does not change.',
  responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  async write(tx, _body, { householdId, id, now }) {
    return answerSync(tx, householdId, await requestCancel(tx, householdId, id, now), 202);
  },
});

async function answerSync(sql: AnySql, householdId: string, sync: Sync | null, status: number) {
  const [found = null] = await withAccounts(sql, householdId, sync === null ? [] : [sync]);
  return answerRecord(found, presentSync, status);
}
