import { AppError } from '../../shared/platform/errors.ts';
import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import {
  pauseConnection,
  resumeSuspended,
  setManualCooldown,
} from '../../shared/sync/store/connection-syncs.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
} from '../../shared/sync/store/provider-connections.ts';
import { findLiveSync, insertOrJoinSync, listSyncs } from '../../shared/sync/store/syncs.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { jobOf } from '../http/jobs.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { presentConnectionRun } from '../records/connection-run.ts';
import { presentConnection } from '../records/provider-connection.ts';
import { presentSync } from '../records/sync.ts';

export const providerConnectionRoutes = resource('Bank sync');

providerConnectionRoutes.list('GET /api/v1/provider_connections', {
  operationId: 'listProviderConnections',
  summary: 'List provider connections',
  description: 'Oldest first.',
  answers: 'A page of connections.',
  record: presentConnection,
  rows: (sql, { householdId }, page) => listConnections(sql, householdId, page),
});

providerConnectionRoutes.show('GET /api/v1/provider_connections/{id}', {
  operationId: 'showProviderConnection',
  summary: 'Show a provider connection',
  description:
    'Includes how its last sync ended and when the next one is due. The key is never shown.',
  answers: 'The connection.',
  record: presentConnection,
  find: findConnection,
});

providerConnectionRoutes.remove('DELETE /api/v1/provider_connections/{id}', {
  operationId: 'deleteProviderConnection',
  summary: 'Delete a connection',
  description:
    'Deletes the key and the runs and stops a running sync. Accounts and transactions stay; they are found again when the same accounts are connected later.',
  answers: 'The connection is deleted.',
  remove: deleteConnection,
});

providerConnectionRoutes.write('POST /api/v1/provider_connections/{id}/pause', {
  operationId: 'pauseProviderConnection',
  summary: 'Pause a connection',
  description:
    'It is then `suspended` with the reason `paused`: no sync starts automatically until it is resumed. A run that is under way ends first, and a sync may still be started. A connection that needs a new key, or is suspended already, stays as it is.',
  responses: {
    200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
  },
  async write(tx, _body, { householdId, id, now }) {
    await pauseConnection(tx, householdId, id, now);
    return answerRecord(await findConnection(tx, householdId, id), presentConnection);
  },
});

providerConnectionRoutes.write('POST /api/v1/provider_connections/{id}/resume', {
  operationId: 'resumeProviderConnection',
  summary: 'Resume a connection that is paused or suspended',
  description:
    'Its next sync is due at once, and failures count from zero. A connection that is not suspended stays as it is.',
  responses: {
    200: { description: 'The connection.', schema: dataOf(ref('ProviderConnection')) },
  },
  async write(tx, _body, { householdId, id, now }) {
    await resumeSuspended(tx, { householdId, connectionId: id }, now);
    return answerRecord(await findConnection(tx, householdId, id), presentConnection);
  },
});

providerConnectionRoutes.list('GET /api/v1/provider_connections/{id}/timeline', {
  operationId: 'listConnectionTimeline',
  summary: 'Show what happened to a connection',
  description:
    'Its runs, newest first: what each read, decided and changed, where it waited, and what failed. `changes` leads to the transactions that it created or changed; each of those has a change log.',
  answers: 'A page of runs.',
  record: presentConnectionRun,
  exists: findConnection,
  rows: (sql, { householdId, id }, page) => listSyncs(sql, householdId, page, { connectionId: id }),
});

providerConnectionRoutes.write('POST /api/v1/provider_connections/{id}/syncs', {
  operationId: 'startSync',
  summary: 'Sync a connection now',
  description:
    'Joins the run that is under way, if there is one. Otherwise at most once per SYNC_COOLDOWN_SECONDS; in between the answer is 429 `sync_cooldown` with Retry-After.',
  responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  errors: ['sync_cooldown'],
  async write(tx, _body, { householdId, id, config, now }) {
    const connection = orNotFound(await findConnection(tx, householdId, id));
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
