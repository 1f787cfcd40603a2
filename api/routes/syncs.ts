import { recordNotFound } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { listSyncAccounts } from '../../shared/sync/store/sync-accounts.ts';
import * as syncs from '../../shared/sync/store/syncs.ts';
import { findSync, requestCancel } from '../../shared/sync/store/syncs.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { oneOf, uuidParameter } from '../http/query-parameters.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentSync } from '../records/sync.ts';

const listSyncsParameters = {
  provider_connection_id: uuidParameter('Only the runs of this connection.'),
  status: oneOf(syncs.SYNC_STATUSES, 'Only runs in this state.'),
  ...pageParameters,
};

/** GET /api/v1/syncs */
const listSyncs = defineRoute({
  method: 'get',
  path: '/api/v1/syncs',
  scope: 'read',
  schema: {
    operationId: 'listSyncs',
    summary: 'List syncs',
    description: 'Sync runs, newest first, with progress and result per account.',
    tag: 'Bank sync',
    query: listSyncsParameters,
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('Sync')) } },
  },
  handler({ sql }, request) {
    const {
      caller: { householdId },
      query,
    } = request;
    const filter = { connectionId: query.provider_connection_id, status: query.status };
    const list = async (page: PageRequest) => {
      const { rows, ...place } = await syncs.listSyncs(sql, householdId, filter, page);
      const ids = rows.map(({ id }) => id);
      const accounts = await listSyncAccounts(sql, householdId, ids);
      const withAccounts = rows.map((sync) => ({
        sync,
        accounts: accounts.filter(({ syncId }) => syncId === sync.id),
      }));
      return { ...place, rows: withAccounts };
    };
    return answerPage(request, list, ({ sync, accounts }) => presentSync({ ...sync, accounts }));
  },
});

/** GET /api/v1/syncs/{id} */
const showSync = defineRoute({
  method: 'get',
  path: '/api/v1/syncs/{id}',
  scope: 'read',
  schema: {
    operationId: 'showSync',
    summary: 'Show a sync',
    description: 'Its progress updates while it runs; /syncs/{id}/events streams it.',
    tag: 'Bank sync',
    responses: { 200: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  },
  async handler({ sql }, { caller, id }) {
    const sync = await findSync(sql, caller.householdId, id);
    if (sync === null) throw recordNotFound();
    const accounts = await listSyncAccounts(sql, caller.householdId, [sync.id]);
    return { status: 200, body: { data: presentSync({ ...sync, accounts }) } };
  },
});

/** POST /api/v1/syncs/{id}/cancel */
const cancelSync = defineWrite({
  method: 'post',
  path: '/api/v1/syncs/{id}/cancel',
  scope: 'read_write',
  schema: {
    operationId: 'cancelSync',
    summary: 'Cancel a sync',
    description:
      'A run that no worker holds ends at once; otherwise its worker stops before the next page. Accounts that are done stay done, and the one being read is left as it was. A finished run does not change.',
    tag: 'Bank sync',
    responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  },
  async write(tx, _body, { caller: { householdId }, id, now }) {
    const sync = await requestCancel(tx, householdId, id, now);
    if (sync === null) throw recordNotFound();
    const accounts = await listSyncAccounts(tx, householdId, [sync.id]);
    return { status: 202, body: { data: presentSync({ ...sync, accounts }) } };
  },
});

export const syncRoutes: readonly Route[] = [listSyncs, showSync, cancelSync];
