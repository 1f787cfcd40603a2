import type { Tx } from '../../shared/db/connect.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * The scope for a step over which a worker has vanished: it records each time it begins what may have ended that
 * worker. A run waits for limits most of its time, and the death of a worker that waits with it says nothing about it.
 * Without a death it records nothing.
 * @param riskFrom `start` when the step itself is the risk, not only what the provider answers
 */
export async function cautiously(
  scope: SyncScope,
  { deaths }: { deaths: number },
  setAtRisk: (tx: Tx, atRisk: boolean) => Promise<void>,
  riskFrom: 'start' | 'request' = 'request',
): Promise<SyncScope> {
  if (deaths === 0) return scope;
  await scope.write((tx) => setAtRisk(tx, riskFrom === 'start'));
  return { ...scope, client: scope.clientFor(() => scope.write((tx) => setAtRisk(tx, true))) };
}
