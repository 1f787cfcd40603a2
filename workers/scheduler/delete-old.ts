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
const oldestFirst =
  (remove: (sql: Sql, before: Date, limit: number) => Promise<number>): RemoveLeg<true> =>
  async (sql, before, { limit }) => {
    const deleted = await remove(sql, before, limit);
    return { deleted, next: deleted < limit ? null : true };
  };

/** Request counters are only needed for an hour. */
export const deleteOldRateLimitWindows = deleteOld(
  'rate-limit-windows',
  2 * HOUR_MS,
  oldestFirst(deleteRateLimitWindowsBefore),
);

/** Answers that were kept for retries. */
export const deleteOldIdempotencyKeys = deleteOld(
  'idempotency-keys',
  IDEMPOTENCY_HOURS * HOUR_MS,
  oldestFirst(deleteKeptAnswersBefore),
);

/** The row of a rotated provider key is never used again. */
export const deleteOldProviderLimits = deleteOld(
  'provider-limits',
  DAY_MS,
  oldestFirst(deleteProviderLimitsBefore),
);

/** Runs that have ended. */
export const deleteOldRuleRuns = deleteOld(
  'rule-runs',
  (config) => config.retentionRuleRunDays * DAY_MS,
  oldestFirst(deleteRuleRunsBefore),
);

/** Ended runs, with the results of their accounts. */
export const deleteOldSyncs = deleteOld(
  'syncs',
  (config) => config.retentionSyncDays * DAY_MS,
  deleteSyncsBefore,
);

/** The change log; what undo needs stays a day longer than undo is possible. */
export const deleteOldChanges = deleteOld(
  'changes',
  (config) => config.retentionChangeDays * DAY_MS,
  deleteChangesBefore,
);

/** Events that were sent or given up on. */
export const deleteOldWebhookDeliveries = deleteOld(
  'webhook-deliveries',
  (config) => config.retentionWebhookDeliveryDays * DAY_MS,
  oldestFirst(deleteDeliveriesBefore),
);

/** Secrets that no longer sign anything. */
export const deleteOldWebhookSecrets = deleteOld(
  'webhook-secrets',
  SECRET_OVERLAP_HOURS * HOUR_MS,
  oldestFirst(deleteSecretsBefore),
);

export const deleteOldOperatorActions = deleteOld(
  'operator-actions',
  (config) => config.retentionOperatorActionDays * DAY_MS,
  oldestFirst(deleteOperatorActionsBefore),
);

const CONTENT_MS = 30 * DAY_MS;

/** Financial histories that were uploaded but never imported are not kept for ever; their sessions say so. */
export const deleteOldImportContent = deleteOld(
  'import-content',
  CONTENT_MS,
  oldestFirst((sql, before, limit) =>
    deleteContentBefore(sql, before, sessionError('content_expired'), limit),
  ),
);

/** The content of files. Their rows stay, but a file cannot be read again with other settings. */
export const deleteOldImportFiles = deleteOld(
  'import-files',
  CONTENT_MS,
  oldestFirst(deleteCsvContentBefore),
);
