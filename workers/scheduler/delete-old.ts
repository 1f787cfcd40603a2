import type { Sql } from '../../shared/db/connect.ts';
import { sessionError } from '../../shared/sessions/session-error.ts';
import {
  IDEMPOTENCY_HOURS,
  deleteKeptAnswersBefore,
} from '../../shared/store/households/idempotency-keys.ts';
import { deleteRateLimitWindowsBefore } from '../../shared/store/households/rate-limit-windows.ts';
import { deleteCsvContentBefore } from '../../shared/store/imports/import-runs.ts';
import { deleteContentBefore } from '../../shared/store/imports/import-session-runs.ts';
import { deleteJournalsBefore } from '../../shared/store/undo/journal.ts';
import { UNDO_DAYS } from '../../shared/imports/states.ts';
import { deleteRuleRunsBefore } from '../../shared/store/rules/rule-runs.ts';
import { deleteProviderLimitsBefore } from '../../shared/store/syncs/provider-limits.ts';
import type { ScheduledTask } from './start-tasks.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A task that deletes what is older than it is kept, and says how much it was. */
function deleteOld(
  what: string,
  keptMs: number,
  remove: (sql: Sql, before: Date) => Promise<number>,
): ScheduledTask {
  return {
    name: `delete-old-${what}`,
    everyMs: HOUR_MS / 6,
    async run({ sql, clock, log }) {
      const count = await remove(sql, new Date(clock.now().getTime() - keptMs));
      if (count > 0) log.info(`deleted ${count} old ${what.replaceAll('-', ' ')}`, { count });
    },
  };
}

/** Request counters are of use for an hour. */
export const deleteOldRateLimitWindows = deleteOld(
  'rate-limit-windows',
  2 * HOUR_MS,
  deleteRateLimitWindowsBefore,
);

/** Answers kept for retries. */
export const deleteOldIdempotencyKeys = deleteOld(
  'idempotency-keys',
  IDEMPOTENCY_HOURS * HOUR_MS,
  deleteKeptAnswersBefore,
);

/** A rotated provider key's row is never used again. */
export const deleteOldProviderLimits = deleteOld(
  'provider-limits',
  DAY_MS,
  deleteProviderLimitsBefore,
);

/** Runs that have ended. */
export const deleteOldRuleRuns = deleteOld('rule-runs', 30 * DAY_MS, deleteRuleRunsBefore);

/** Financial histories that were uploaded and never imported are not kept for ever; their sessions say so. */
export const deleteOldImportContent = deleteOld(
  'import-content',
  30 * DAY_MS,
  async (sql, before) => {
    const ofSessions = await deleteContentBefore(sql, before, sessionError('content_expired'));
    return ofSessions + (await deleteCsvContentBefore(sql, before));
  },
);

/** What undo needs, a day longer than undo is possible. */
export const deleteOldUndoJournals = deleteOld(
  'undo-journals',
  (UNDO_DAYS + 1) * DAY_MS,
  deleteJournalsBefore,
);
