import { sessionError } from '../../shared/sessions/session-error.ts';
import { updateInterruptedSessions } from '../../shared/store/imports/import-session-runs.ts';
import type { ScheduledTask } from './start-tasks.ts';

const UNTOUCHED_MS = 6 * 3600 * 1000;

/**
 * Ends imports that no worker has touched for six hours, although their job was queued again all the
 * while: there are no workers. The client may publish again.
 */
export const reapImportSessions: ScheduledTask = {
  name: 'reap-import-sessions',
  everyMs: 10 * 60 * 1000,
  async run({ sql, clock, log }) {
    const before = new Date(clock.now().getTime() - UNTOUCHED_MS);
    const ids = await updateInterruptedSessions(sql, before, sessionError('import_interrupted'));
    for (const id of ids) log.warn('an import was given up', { session_id: id });
  },
};
