import { sessionError } from '../../shared/imports/session/session-error.ts';
import { updateStaleImportSessions } from '../../shared/imports/import-session-runs.ts';
import { updateStaleSyncs } from '../../shared/sync/store/sync-progress.ts';
import { note } from '../sync/notes.ts';
import type { ScheduledTask } from './start-tasks.ts';

const HOUR_MS = 3600 * 1000;

/** A sync that has not ended after a day never will. */
export const endStaleSyncs: ScheduledTask = {
  name: 'end-stale-syncs',
  everyMs: 15_000,
  async run({ sql, clock, log }) {
    const now = clock.now();
    const before = new Date(now.getTime() - 24 * HOUR_MS);
    const count = await sql.begin((tx) =>
      updateStaleSyncs(tx, before, note('internal_error'), now),
    );
    if (count > 0) log.error(`${count} syncs had not ended after 24 hours`, { count });
  },
};

/**
 * Ends imports that no worker has touched for six hours although their job was queued again and again: there are no workers. The
 * client can publish again.
 */
export const endStaleImportSessions: ScheduledTask = {
  name: 'end-stale-import-sessions',
  everyMs: HOUR_MS / 6,
  async run({ sql, clock, log }) {
    const before = new Date(clock.now().getTime() - 6 * HOUR_MS);
    const ids = await updateStaleImportSessions(sql, before, sessionError('import_interrupted'));
    for (const id of ids) log.warn('gave up on an import without progress', { session_id: id });
  },
};
