import type { Tx } from '../../shared/db/connect.ts';
import { markRequiresUpdate, markSynced } from '../../shared/store/provider-connections.ts';
import type { SyncAccount } from '../../shared/store/sync-accounts.ts';
import { finishSync } from '../../shared/store/syncs.ts';
import type { FinalSyncStatus, SyncNote } from '../../shared/store/syncs.ts';

const HOUR_MS = 3_600_000;

/** How a run ends. */
export interface RunEnd {
  status: FinalSyncStatus;
  errors: SyncNote[];
  /** rate_limited: how long the provider wants to be left alone. */
  retryAfterMs?: number;
  /** The key was refused: its owner must act. */
  requiresUpdate?: string | undefined;
}

/** A provider that failed for a moment is asked again within hours, not half a day later. */
const PASSING: ReadonlySet<string> = new Set([
  'provider_unavailable',
  'invalid_response',
  'accounts_empty',
  'internal_error',
  'rate_limited',
]);

/** The best end that the results of the accounts allow. */
export function endOf(accounts: readonly SyncAccount[]): RunEnd {
  const troubled = accounts.some((account) => account.errors.length > 0);
  return { status: troubled ? 'completed_with_errors' : 'completed', errors: [] };
}

/** When the scheduler may start the next run: half a day to a day, spread so that runs do not bunch up. */
export function nextSyncAt(
  end: RunEnd,
  accounts: readonly SyncAccount[],
  now: Date,
  random: () => number = Math.random,
): Date {
  const codes = [...end.errors, ...accounts.flatMap((account) => account.errors)];
  const passing = codes.some(({ code }) => PASSING.has(code));
  const [least, spread] = passing ? [HOUR_MS, HOUR_MS] : [12 * HOUR_MS, 12 * HOUR_MS];
  const regular = now.getTime() + least + Math.floor(random() * spread);
  // A little more than asked: clocks differ.
  const allowed = now.getTime() + (end.retryAfterMs ?? 0) + 1000 + Math.floor(random() * 60_000);
  return new Date(end.status === 'rate_limited' ? allowed : Math.max(regular, allowed));
}

/** Writes the end of a run and what it means for its connection, in the caller's transaction. */
export async function endRun(
  tx: Tx,
  run: { householdId: string; connectionId: string; syncId: string },
  end: RunEnd,
  accounts: readonly SyncAccount[],
  now: Date,
): Promise<void> {
  const { householdId, connectionId, syncId } = run;
  await finishSync(tx, householdId, syncId, { status: end.status, errors: end.errors, now });
  if (end.requiresUpdate !== undefined) {
    await markRequiresUpdate(tx, householdId, connectionId, end.requiresUpdate, now);
    return;
  }
  const reached = end.status === 'completed' || end.status === 'completed_with_errors';
  await markSynced(tx, householdId, connectionId, {
    nextSyncAt: nextSyncAt(end, accounts, now),
    syncedAt: reached ? now : null,
    now,
  });
}
