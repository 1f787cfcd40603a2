import { setAtRisk } from '../../shared/sync/store/sync-progress.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * The scope for a step during which a worker has vanished before: it records the start of whatever may have killed that worker.
 * Runs mostly wait for limits, and the death of a worker during a wait is not the run's fault. Without an earlier death it records
 * nothing.
 * @param of the account of the run, or the run itself while its accounts are not known
 * @param riskFrom `start` if the step itself is the risk, not only the provider's answers
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
