import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { findConnection, setManualCooldown } from '../../../shared/store/provider-connections.ts';
import { findLiveSync, insertOrJoinSync } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentSync } from '../syncs-list/present.ts';
import { queueSync } from './queue-sync.ts';

/** POST /api/v1/provider_connections/{id}/syncs */
export async function startSync(
  context: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const { sql, clock, config } = context;
  const { householdId } = caller;
  const connection = await findConnection(sql, householdId, params['id'] ?? '');
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
}

function refuseWithinCooldown(after: Date | null, now: Date): void {
  if (after === null || after <= now) return;
  const seconds = Math.ceil((after.getTime() - now.getTime()) / 1000);
  throw new AppError('sync_cooldown', {
    publicMessage: `This connection was synced moments ago; try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}
