import { publishSession } from '../../shared/jobs/publish-session.ts';
import { listUnleasedRuns } from '../../shared/store/imports/import-session-runs.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** A run that nobody has worked on for this long has lost its job: a worker takes one up at once. */
const GRACE_MS = 15_000;
const BATCH = 100;

/** Queues imports again whose job is gone: the queue was flushed, or the job used up its tries. */
export const sweepImportSessions: ScheduledTask = {
  name: 'sweep-import-sessions',
  everyMs: 10_000,
  async run({ sql, queues, log }) {
    for (const run of await listUnleasedRuns(sql, GRACE_MS, BATCH)) {
      const payload = {
        household_id: run.householdId,
        session_id: run.sessionId,
        run_id: run.runId,
      };
      if (!(await publishSession.requeueIfLost(queues, payload))) continue;
      log.info('an import was queued again', { session_id: run.sessionId, run_id: run.runId });
    }
  },
};
