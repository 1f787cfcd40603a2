import { AppError, recordNotFound } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { resumeSuspended, setManualCooldown } from '../../shared/sync/store/connection-syncs.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
} from '../../shared/sync/store/provider-connections.ts';
import { listSyncAccounts } from '../../shared/sync/store/sync-accounts.ts';
import { findLiveSync, insertOrJoinSync, listSyncs } from '../../shared/sync/store/syncs.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { jobOf } from '../http/jobs.ts';
import { pageParameters } from '../http/pagination.ts';
import { answerGone, answerRecord } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentConnectionRun } from '../records/connection-run.ts';
import { presentConnection } from '../records/provider-connection.ts';
import { presentSync } from '../records/sync.ts';

/** GET /api/v1/provider_connections */
const listProviderConnections = defineRoute({
  method: 'get',
  path: '/api/v1/provider_connections',
  scope: 'read',
  schema: {
    operationId: 'listProviderConnections',
    summary: 'List provider connections',
    description: 'Oldest first.',
    tag: 'Bank sync',
    query: pageParameters,
    responses: {
      200: { description: 'A page of connections.', schema: pageOf(ref('ProviderConnection')) },
    },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => listConnections(sql, request.caller.householdId, page),
      presentConnection,
    ),
});

/** GET /api/v1/provider_connections/{id} */
const showProviderConnection = defineRoute({
  method: 'get',
  path: '/api/v1/provider_connections/{id}',
  scope: 'read',
  schema: {
    operationId: 'showProviderConnection',
    summary: 'Show a provider connection',
    description:
      'With how its last sync ended and when the next one is due. The key is never shown.',
    tag: 'Bank sync',
    responses: {
      200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
  },
  async handler({ sql }, { caller, id }) {
    return answerRecord(await findConnection(sql, caller.householdId, id), presentConnection);
  },
});

/** DELETE /api/v1/provider_connections/{id} */
const removeProviderConnection = defineWrite({
  method: 'delete',
  path: '/api/v1/provider_connections/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteProviderConnection',
    summary: 'Delete a connection',
    description:
      'The key and the runs go, a running sync stops. Accounts and transactions stay; connecting the same accounts again finds them.',
    tag: 'Bank sync',
    responses: { 204: { description: 'The connection is gone.' } },
  },
  async write(tx, _body, { caller, id }) {
    return answerGone(await deleteConnection(tx, caller.householdId, id));
  },
});

/** POST /api/v1/provider_connections/{id}/resume */
const resumeProviderConnection = defineWrite({
  method: 'post',
  path: '/api/v1/provider_connections/{id}/resume',
  scope: 'read_write',
  schema: {
    operationId: 'resumeProviderConnection',
    summary: 'Resume a suspended connection',
    description:
      'Its next sync is due at once, and failures count from zero. One that is not suspended stays as it is.',
    tag: 'Bank sync',
    responses: {
      200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
    },
  },
  async write(tx, _body, { caller: { householdId }, id, now }) {
    await resumeSuspended(tx, { householdId, connectionId: id }, now);
    return answerRecord(await findConnection(tx, householdId, id), presentConnection);
  },
});

/** GET /api/v1/provider_connections/{id}/timeline */
const listConnectionTimeline = defineRoute({
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
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('ConnectionRun')) } },
  },
  exists: findConnection,
  handler({ sql }, request) {
    const {
      caller: { householdId },
      id,
    } = request;
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
    return answerPage(request, list, ({ run, accounts }) =>
      presentConnectionRun({ ...run, accounts }),
    );
  },
});

/** POST /api/v1/provider_connections/{id}/syncs */
const startSync = defineWrite({
  method: 'post',
  path: '/api/v1/provider_connections/{id}/syncs',
  scope: 'read_write',
  schema: {
    operationId: 'startSync',
    summary: 'Sync a connection now',
    description:
      'Joins the run that is under way, if there is one. Else once per SYNC_COOLDOWN_SECONDS; 429 `sync_cooldown` in between, with Retry-After.',
    tag: 'Bank sync',
    responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
    errors: ['sync_cooldown'],
  },
  async write(tx, _body, { caller: { householdId }, id, config, now }) {
    const connection = await findConnection(tx, householdId, id);
    if (connection === null) throw recordNotFound();
    const live = await findLiveSync(tx, householdId, id);
    if (live === null) refuseWithinCooldown(connection.manualSyncAfter, now);
    const { sync, joined } = await insertOrJoinSync(tx, householdId, id, 'manual', now);
    const answer = { status: 202, body: { data: presentSync({ ...sync, accounts: [] }) } };
    if (joined) return answer;
    const until = new Date(now.getTime() + config.syncCooldownSeconds * 1000);
    await setManualCooldown(tx, householdId, id, until);
    return { ...answer, jobs: [jobOf(syncConnectionJob, sync)] };
  },
});

function refuseWithinCooldown(after: Date | null, now: Date): void {
  if (after === null || after <= now) return;
  const seconds = Math.ceil((after.getTime() - now.getTime()) / 1000);
  throw new AppError('sync_cooldown', {
    publicMessage: `This connection was synced moments ago; try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}

export const providerConnectionRoutes: readonly Route[] = [
  listProviderConnections,
  showProviderConnection,
  removeProviderConnection,
  startSync,
  resumeProviderConnection,
  listConnectionTimeline,
];
