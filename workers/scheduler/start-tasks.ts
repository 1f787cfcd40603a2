import { isAway } from '../../shared/platform/away.ts';
import { jobsFinished, startJobSeries } from '../../shared/platform/metrics/series.ts';
import { judgedOutage } from '../../shared/queue/readiness.ts';
import type { WorkerContext } from '../frame/context.ts';
import type { ProcessPart } from '../frame/run-process.ts';

/** A periodic task. It never overlaps itself within a process; a failure is logged and tried again next time. */
export interface ScheduledTask {
  name: string;
  everyMs: number;
  run(context: WorkerContext): Promise<void>;
}

/** Runs every task at once, and again `everyMs` after it ended, until stopped. */
export function startTasks(context: WorkerContext, tasks: readonly ScheduledTask[]): ProcessPart {
  let stopped = false;
  let failures = 0;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  // One for all tasks, because they use the same database and queue.
  const outage = judgedOutage(context, 'the scheduler');

  const runOnce = async (task: ScheduledTask): Promise<void> => {
    try {
      await task.run(context);
      outage.worked();
    } catch (error) {
      failures += 1;
      if (isAway(error)) outage.failed(error, { task: task.name });
      else {
        // Like a failed job, so that the same alert tells of it.
        const { name: job } = task;
        jobsFinished.inc({ queue: 'scheduler', job, outcome: 'failed', code: 'internal_error' });
        context.log.error(`${task.name} failed and will be retried`, { task: task.name, error });
      }
    }
    if (!stopped)
      timers.set(
        task.name,
        setTimeout(() => begin(task), task.everyMs),
      );
  };
  for (const { name } of tasks) startJobSeries('scheduler', name);
  const begin = (task: ScheduledTask): void => {
    const run = runOnce(task).finally(() => running.delete(run));
    running.add(run);
  };
  tasks.forEach(begin);

  return {
    health: () => ({ tasks: tasks.length, failures }),
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}
