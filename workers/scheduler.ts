/**
 * Process `scheduler`: small periodic tasks, each safe to run from several schedulers at once because
 * it claims its rows with `for update skip locked` or is a plain idempotent statement.
 */
import { runProcess } from './run-process.ts';
import { recoverSyncs } from './scheduler/recover-syncs.ts';
import { startDueSyncs } from './scheduler/start-due-syncs.ts';
import { startTasks } from './scheduler/start-tasks.ts';
import { expireImportContent } from './scheduler/expire-import-content.ts';
import { reapImportSessions } from './scheduler/reap-import-sessions.ts';
import { sweepImportSessions } from './scheduler/sweep-import-sessions.ts';
import { sweepProviderLimits } from './scheduler/sweep-provider-limits.ts';
import { sweepRateLimitWindows } from './scheduler/sweep-rate-limit-windows.ts';
import { sweepRuleRuns } from './scheduler/sweep-rule-runs.ts';

await runProcess('scheduler', (context) =>
  startTasks(context, [
    startDueSyncs,
    recoverSyncs,
    sweepRateLimitWindows,
    sweepProviderLimits,
    sweepRuleRuns,
    sweepImportSessions,
    reapImportSessions,
    expireImportContent,
  ]),
);
