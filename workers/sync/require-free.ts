import { providerHost } from '../../shared/sync/client/settings.ts';
import { findHold, markHeld } from '../../shared/sync/store/held-syncs.ts';
import type { WorkerContext } from '../frame/context.ts';
import { HeldError } from '../frame/errors.ts';

/** Before a run begins: throws HeldError when it is held back, and notes that in its row. */
export async function requireFree(
  { sql, clock, config }: WorkerContext,
  { householdId, id }: { householdId: string; id: string },
): Promise<void> {
  const now = clock.now();
  const reason = await findHold(sql, householdId, id, { provider: providerHost(config), now });
  if (reason === null) return;
  await markHeld(sql, householdId, id, reason, now);
  throw new HeldError(reason);
}
