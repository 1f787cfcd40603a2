import { sessionError } from '../../shared/sessions/session-error.ts';
import { updateExpiredSessions } from '../../shared/store/imports/import-session-runs.ts';
import type { ScheduledTask } from './start-tasks.ts';

const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Financial histories that were uploaded and never imported are not kept for ever. */
export const expireImportContent: ScheduledTask = {
  name: 'expire-import-content',
  everyMs: 3600 * 1000,
  async run({ sql, clock, log }) {
    const before = new Date(clock.now().getTime() - KEPT_MS);
    const ids = await updateExpiredSessions(sql, before, sessionError('content_expired'));
    for (const id of ids) log.info('unpublished content expired', { session_id: id });
  },
};
