import { deliverJob } from '../../shared/webhooks/deliver-job.ts';
import { claimTurns, hasPending } from '../../shared/webhooks/turns.ts';
import type { ScheduledTask } from './start-tasks.ts';
import { tellChanges } from '../../shared/webhooks/tell-changes.ts';

/** How many endpoints get a turn per round. While jobs wait none does: a turn is short, and failing endpoints come last. */
const BATCH = 500;

/** Adds a job for each endpoint with due events. */
export const dispatchEvents: ScheduledTask = {
  name: 'dispatch-events',
  everyMs: 500,
  async run({ sql, queues }) {
    if (!(await hasPending(sql))) return;
    if (await queues.hasWaiting(deliverJob.queue)) return;
    const turns = await claimTurns(sql, BATCH);
    if (turns.length > 0) await deliverJob.enqueue(queues, ...turns);
  },
};

/** Notifies endpoints that there are changes to read. */
export const tellOfChanges: ScheduledTask = {
  name: 'tell-of-changes',
  everyMs: 2000,
  async run({ sql }) {
    await tellChanges(sql);
  },
};
