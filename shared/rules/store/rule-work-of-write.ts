import type { Tx } from '../../postgres/connect.ts';
import { insertScheduledRuleRun } from './rule-runs.ts';
import { insertRuleWork } from './rule-work.ts';

/**
 * Notes transactions that a person added or changed for the rules and for pairing. Returns the run that will look at
 * them, to be enqueued after the commit; null when the household has nothing to run.
 */
export async function insertRuleWorkOfWrite(
  tx: Tx,
  householdId: string,
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null;
  await insertRuleWork(tx, householdId, null, ids);
  return insertScheduledRuleRun(tx, householdId, 'write');
}
