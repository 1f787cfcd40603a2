import type { Config } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { sessionError } from '../../shared/imports/session/session-error.ts';
import {
  IDEMPOTENCY_HOURS,
  deleteKeptAnswersBefore,
} from '../../shared/households/idempotency-keys.ts';
import { deleteRateLimitWindowsBefore } from '../../shared/households/rate-limit-windows.ts';
import { deleteCsvContentBefore } from '../../shared/imports/import-content.ts';
import { deleteContentBefore } from '../../shared/imports/import-session-runs.ts';
import { deleteChangesBefore } from '../../shared/changes/delete-changes.ts';
import { deleteOperatorActionsBefore } from '../../shared/operations/store/operator-actions.ts';
import { deleteRuleRunsBefore } from '../../shared/rules/store/rule-runs.ts';
import { deleteSyncsBefore } from '../../shared/sync/store/syncs.ts';
import { deleteProviderLimitsBefore } from '../../shared/sync/store/provider-limits.ts';
import { deleteDeliveriesBefore } from '../../shared/webhooks/deliveries.ts';
import { SECRET_OVERLAP_HOURS, deleteSecretsBefore } from '../../shared/webhooks/secrets.ts';
import type { Removed } from '../../shared/postgres/walk.ts';
import type { ScheduledTask } from './start-tasks.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Rows per statement. Each statement is a short transaction, and a crash loses at most one. */
const LEG = 1000;
/** Statements per round; the next round continues after them. 20,000 rows a minute are 333 a second. */
const LEGS_PER_ROUND = 20;

/** How long something is kept. Milliseconds; 0 = for ever. */
type Kept = number | ((config: Config) => number);

type RemoveLeg<Place> = (
  sql: Sql,
  before: Date,
  leg: { after: Place | null; limit: number },
  now: Date,
) => Promise<Removed<Place>>;

/** A task that deletes what is older than its retention time, and logs how much that was. */
function deleteOld<Place>(what: string, kept: Kept, remove: RemoveLeg<Place>): ScheduledTask {
  let after: Place | null = null;
  return {
    name: `delete-old-${what}`,
    everyMs: 60_000,
    async run({ sql, config, clock, log }) {
      const keptMs = typeof kept === 'number' ? kept : kept(config);
      if (keptMs === 0) return;
      const now = clock.now();
      const before = new Date(now.getTime() - keptMs);
      let count = 0;
      for (let leg = 0; leg < LEGS_PER_ROUND; leg += 1) {
        const place = { after, limit: LEG };
        const { deleted, next }: Removed<Place> = await remove(sql, before, place, now);
        count += deleted;
        after = next;
        if (after === null) break;
      }
      if (count > 0) log.info(`deleted ${count} old ${what.replaceAll('-', ' ')}`, { count });
    },
  };
}

/** For deletions that skip no old row: a full leg means that there is more, and no position has to be remembered. */
function deleteOldest(
  what: string,
  kept: Kept,
  remove: (sql: Sql, before: Date, limit: number) => Promise<number>,
): ScheduledTask {
  return deleteOld<true>(what, kept, async (sql, before, { limit }) => {
    const deleted = await remove(sql, before, limit);
    return { deleted, next: deleted < limit ? null : true };
  });
}

const CONTENT_MS = 30 * DAY_MS;

/** One task for each kind of thing that is kept for a time. */
export const DELETE_OLD: readonly ScheduledTask[] = [
  // Request counters are only needed for an hour.
  deleteOldest('rate-limit-windows', 2 * HOUR_MS, deleteRateLimitWindowsBefore),
  // Answers that were kept for retries.
  deleteOldest('idempotency-keys', IDEMPOTENCY_HOURS * HOUR_MS, deleteKeptAnswersBefore),
  // The row of a rotated provider key is never used again.
  deleteOldest('provider-limits', DAY_MS, deleteProviderLimitsBefore),
  // Runs that have ended; those of syncs with the results of their accounts.
  deleteOldest(
    'rule-runs',
    ({ retentionRuleRunDays: days }) => days * DAY_MS,
    deleteRuleRunsBefore,
  ),
  deleteOld('syncs', ({ retentionSyncDays: days }) => days * DAY_MS, deleteSyncsBefore),
  // The change log; what undo needs stays a day longer than undo is possible.
  deleteOld('changes', ({ retentionChangeDays: days }) => days * DAY_MS, deleteChangesBefore),
  // Events that were sent or given up on.
  deleteOldest(
    'webhook-deliveries',
    ({ retentionWebhookDeliveryDays: days }) => days * DAY_MS,
    deleteDeliveriesBefore,
  ),
  // Secrets that no longer sign anything.
  deleteOldest('webhook-secrets', SECRET_OVERLAP_HOURS * HOUR_MS, deleteSecretsBefore),
  deleteOldest(
    'operator-actions',
    ({ retentionOperatorActionDays: days }) => days * DAY_MS,
    deleteOperatorActionsBefore,
  ),
  // Financial histories that were uploaded but never imported are not kept for ever; their sessions say so.
  deleteOldest('import-content', CONTENT_MS, (sql, before, limit) =>
    deleteContentBefore(sql, before, sessionError('content_expired'), limit),
  ),
  // The content of files. Their rows stay, but a file cannot be read again with other settings.
  deleteOldest('import-files', CONTENT_MS, deleteCsvContentBefore),
];
