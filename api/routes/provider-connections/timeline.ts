import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findConnection } from '../../../shared/sync/store/provider-connections.ts';
import { listSyncAccounts } from '../../../shared/sync/store/sync-accounts.ts';
import { listSyncs } from '../../../shared/sync/store/syncs.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { connectionRunSchema, presentConnectionRun } from '../../present/connection-runs.ts';

/** GET /api/v1/provider_connections/{id}/timeline */
export const listConnectionTimeline = defineRoute({
  method: 'get',
  path: '/api/v1/provider_connections/{id}/timeline',
  scope: 'read',
  schema: {
    operationId: 'listConnectionTimeline',
    summary: 'Show what happened to a connection',
    description:
      'Its runs, newest first: what each read, decided and changed, where it waited, and what failed. `changes` leads to the transactions that it created or changed; each of those has a change log.',
    tag: 'Bank sync',
    query: pageParameters,
    named: { ConnectionRun: connectionRunSchema },
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('ConnectionRun')) } },
  },
  async handler({ sql }, request) {
    const {
      caller: { householdId },
      id,
    } = request;
    if ((await findConnection(sql, householdId, id)) === null) throw recordNotFound();
    const list = async (page: PageRequest) => {
      const filter = { connectionId: id, status: undefined };
      const { rows, ...place } = await listSyncs(sql, householdId, filter, page);
      const ids = rows.map((run) => run.id);
      const accounts = await listSyncAccounts(sql, householdId, ids);
      const withAccounts = rows.map((run) => ({
        run,
        accounts: accounts.filter(({ syncId }) => syncId === run.id),
      }));
      return { ...place, rows: withAccounts };
    };
    return answerPage(request, list, ({ run, accounts }) => presentConnectionRun(run, accounts));
  },
});
