import type { JobDefinition } from '../../shared/queue/define-job.ts';
import type { Queues } from '../../shared/queue/queues.ts';
import type { ApiContext } from '../context.ts';

/** The job of a run that a write makes. It is added once the run is committed. */
export interface NewJob {
  /** What the log says of it: its name and the ids in its payload. */
  readonly told: object;
  readonly add: (queues: Queues) => Promise<void>;
}

/** The job of one run. */
export function jobOf<Payload extends object, Run extends object>(
  job: JobDefinition<Payload, Run>,
  run: Run,
): NewJob {
  return {
    told: { job: job.name, ...job.payloadOf(run) },
    add: (queues) => job.enqueue(queues, run),
  };
}

/** Adds the jobs of committed runs. Those that the queue does not take, the scheduler adds later: it finds the runs. */
export async function addJobs(
  { queues, log }: Pick<ApiContext, 'queues' | 'log'>,
  jobs: readonly NewJob[],
): Promise<void> {
  for (const { add, told } of jobs) {
    try {
      await add(queues);
    } catch (error) {
      log.warn('a job could not be queued; the scheduler will add it', { ...told, error });
    }
  }
}
