import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { findConnection } from '../../../shared/sync/store/provider-connections.ts';
import { setManualCooldown } from '../../../shared/sync/store/connection-syncs.ts';
import { findLiveSync, insertOrJoinSync } from '../../../shared/sync/store/syncs.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentSync } from '../../present/syncs.ts';
import { queueSync } from './queue-sync.ts';

/** POST /api/v1/provider_connections/{id}/syncs */
export const startSync = defineRoute({
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
  async handler(context, { caller, id }) {
    const { sql, clock, config } = context;
    const { householdId } = caller;
    const connection = await findConnection(sql, householdId, id);
    if (connection === null) throw recordNotFound();
    const now = clock.now();
    const live = await findLiveSync(sql, householdId, connection.id);
    if (live === null) refuseWithinCooldown(connection.manualSyncAfter, now);
    const started = await sql.begin(async (tx) => {
      const start = await insertOrJoinSync(tx, householdId, connection.id, 'manual', now);
      if (!start.joined) {
        const until = new Date(now.getTime() + config.syncCooldownSeconds * 1000);
        await setManualCooldown(tx, householdId, connection.id, until);
      }
      return start;
    });
    if (!started.joined) await queueSync(context, started.sync);
    return { status: 202, body: { data: presentSync(started.sync, []) } };
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
