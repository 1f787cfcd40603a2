import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import type { Run, RunKind } from '../../shared/queue/runs/run-kind.ts';
import type { ApiContext } from '../context.ts';

/** The job of a run that a write creates; it is added after the commit. */
export interface NewJob {
  readonly kind: RunKind;
  readonly run: Run;
}

export function jobOf<Queued extends Run>(kind: RunKind<string, Queued>, run: Queued): NewJob {
  return { kind, run };
}

/** Adds the jobs of committed runs. If the queue is down, the scheduler finds the runs and adds their jobs later. */
export async function addJobs(
  context: Pick<ApiContext, 'sql' | 'queues' | 'clock' | 'log'>,
  jobs: readonly NewJob[],
): Promise<void> {
  for (const { kind, run } of jobs) await queueRun(context, kind, run);
}
