import {
  countHouseholdRows,
  deleteHousehold,
  endWork,
} from '../../shared/households/delete-household.ts';
import { beginDeletion } from '../../shared/households/household-deletions.ts';
import { retryDeadlocks } from '../../shared/postgres/retry-deadlocks.ts';
import { deleteHouseholdRun } from '../../shared/queue/runs/kinds.ts';
import type { Payload } from '../../shared/queue/runs/run-kind.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { PerformJob } from '../frame/context.ts';
import { DEATHS_MAX, performRun } from '../frame/perform-run.ts';

/**
 * Deletes a household with everything in it. If a worker is killed, the run continues where it was: deletions are counted in the
 * transaction that makes them, and the household and the run end in the same transaction.
 */
export const performDeleteHousehold: PerformJob<Payload<'deletion_id'>> = (
  context,
  payload,
  job,
) => {
  const run = deleteHouseholdRun.runOf(payload);
  const { householdId } = run;
  return performRun(context, deleteHouseholdRun, run, job, {
    fault: { code: 'run_failed', message: 'The household could not be deleted; delete it again.' },
    lost: `${DEATHS_MAX} workers died while deleting the household.`,
    async perform(held) {
      const write = <T>(work: (tx: Tx) => Promise<T>) => retryDeadlocks(() => held.write(work));
      await write(async (tx) => {
        await beginDeletion(tx, householdId, () => countHouseholdRows(tx, householdId));
        await endWork(tx, householdId);
      });
      const rows = await deleteHousehold(householdId, write, () => held.check());
      return { status: 'completed', counts: { rows } };
    },
  });
};
