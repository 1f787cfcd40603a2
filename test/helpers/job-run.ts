import type { JobRun } from '../../workers/frame/context.ts';

/** A delivery of a job, not the last one unless said otherwise. */
export function jobRun(fields: Partial<JobRun> = {}): JobRun {
  return {
    jobId: 'job',
    isLastAttempt: false,
    signal: new AbortController().signal,
    report: { progress: () => undefined, count: () => undefined, step: () => undefined },
    ...fields,
  };
}
