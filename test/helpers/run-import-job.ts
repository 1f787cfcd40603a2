import type { Queues } from '../../shared/queue/queues.ts';
import type { WorkerContext } from '../../workers/frame/context.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { jobRun } from './job-run.ts';

/** A producer that only remembers what was added, or fails when `away` is set: the job under test runs without a queue. */
export function recordQueues(state: { away?: boolean } = {}) {
  const added: { queue: string; job: string; jobId: string }[] = [];
  const queues = {
    add: (queue: string, job: string, jobs: readonly { jobId: string }[]) => {
      if (state.away === true) return Promise.reject(new Error('amqp://user:pw@host is away'));
      added.push(...jobs.map(({ jobId }) => ({ queue, job, jobId })));
      return Promise.resolve();
    },
  } as unknown as Queues;
  return { queues, added };
}

/** A session in a household, and the run it was last published under. */
export interface StoredSession {
  householdId: string;
  sessionId: string;
  runId: string;
}

/** Does the job of a published session once, without a queue. */
export async function runImport(
  context: Omit<WorkerContext, 'queues'> & { queues?: Queues },
  session: StoredSession,
  signal: AbortSignal = new AbortController().signal,
  isLastAttempt = false,
): Promise<void> {
  await performPublishSession(
    { ...context, queues: context.queues ?? recordQueues().queues },
    { household_id: session.householdId, session_id: session.sessionId, run_id: session.runId },
    jobRun({ jobId: session.runId, isLastAttempt, signal }),
  );
}
