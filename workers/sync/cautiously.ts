import { setAtRisk } from '../../shared/sync/store/sync-progress.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * The scope for a step over which a worker has vanished: it records the start of whatever may have ended that worker. Runs
 * mostly wait for limits, and the death of a worker during a wait is not the run's fault. Without a death it records
 * nothing.
 * @param of the account of the run, or the run itself while its accounts are not known
 * @param riskFrom `start` when the step itself is the risk, not only what the provider answers
 */
export async function cautiously(
  scope: SyncScope,
  of: { table: 'sync_accounts' | 'syncs'; id: string; deaths: number },
  riskFrom: 'start' | 'request' = 'request',
): Promise<SyncScope> {
  if (of.deaths === 0) return scope;
  const record = (atRisk: boolean): Promise<void> =>
    scope.write((tx) => setAtRisk(tx, of.table, scope.householdId, of.id, atRisk));
  await record(riskFrom === 'start');
  return { ...scope, client: scope.clientFor(() => record(true)) };
}
