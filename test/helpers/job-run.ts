import type { JobRun } from '../../workers/context.ts';

/** A delivery of a job, the first one unless said otherwise. */
export function jobRun(fields: Partial<JobRun> = {}): JobRun {
  return {
    jobId: 'job',
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    ...fields,
  };
}
