import { deleteHouseholdNow } from '../households/delete-household.ts';
import { insertOperatorAction } from './store/operator-actions.ts';
import type { HoldMode, HoldTarget } from '../sync/store/holds.ts';
import { inBatches, selectFailed } from './failed-jobs.ts';
import type { FailureSelection } from './failed-jobs.ts';
import { hold, release } from './hold.ts';
import { retryRun } from './retry-run.ts';
import type { OperationsContext } from './retry-run.ts';

export type Levers = ReturnType<typeof leversOf>;

/** The operator's levers. Each action is logged with the actor and the outcome. */
export function leversOf(context: OperationsContext, actor: string) {
  const { sql, queues } = context;
  const noted = async <T extends object>(
    action: string,
    target: string,
    act: () => Promise<T>,
  ): Promise<T> => {
    const note = (result: string) => insertOperatorAction(sql, { actor, action, target, result });
    let result: T;
    try {
      result = await act();
    } catch (error) {
      await note('failed');
      throw error;
    }
    await note(JSON.stringify(result));
    return result;
  };
  const named = ({ scope, target }: HoldTarget): string => `${scope} ${target}`;
  const meant = ({ which, provider }: FailureSelection): string =>
    provider === undefined ? which : `${which} of ${provider}`;
  return {
    /** Holds work back. Returns how much of it still runs. */
    hold: (to: HoldTarget, mode: HoldMode) =>
      noted(mode, named(to), async () => ({ running: await hold(context, to, mode, actor) })),
    /** Lets work continue. Returns how many suspended connections were resumed. */
    resume: (to: HoldTarget) =>
      noted('resume', named(to), async () => ({ resumed: await release(context, to) })),
    /** Retries failed jobs. Returns how many were restarted, and why others were not. */
    retry: (selection: FailureSelection) =>
      noted('retry', meant(selection), async () =>
        inBatches(await selectFailed(context, selection), (job) => retryRun(context, job)),
      ),
    /** Removes failed jobs. Ended runs stay as they are; a run that has not ended gets a new job. */
    discard: (selection: FailureSelection) =>
      noted('discard', meant(selection), async () =>
        inBatches(await selectFailed(context, selection), ({ queue, id }) =>
          queues.remove(queue, id),
        ),
      ),
    /** Deletes a household for good. Returns how many rows it had, except those that go with its accounts or itself. */
    deleteHousehold: (householdId: string) =>
      noted('delete', `household ${householdId}`, async () => ({
        rows: await deleteHouseholdNow(sql, householdId),
      })),
  };
}
