import { IMPORT_MOVES } from '#preflight/states';
import type { AnySql } from '../../postgres/connect.ts';
import { priorityOf } from '../turn.ts';
import type { Queued } from '../turn.ts';
import { defineRun } from './run-kind.ts';
import type { Run, RunKind } from './run-kind.ts';

/** Every kind of run. The worker code for each is bound to it in its process, workers/NAME.ts. */

/** Applies rules to the transactions of a household. */
export const applyRules = defineRun({
  name: 'apply-rules',
  queue: 'rules',
  ids: ['rule_run_id'],
  table: 'rule_runs',
  lease: 'rules',
  isLive: (sql) => sql`status in ('queued', 'running')`,
  since: 'created_at',
  fail: (sql) => sql`status = 'failed', finished_at = now()`,
});

/** A committed sync to add to the queue, with what determines its turn there. */
export type QueuedSync = Run & Queued;

/** Syncs a connection with its provider. */
export const syncConnectionJob = defineRun<'sync_id', QueuedSync>({
  name: 'sync-connection',
  queue: 'sync',
  ids: ['sync_id'],
  priorityOf,
  queuedColumns: (sql) => sql`r.created_at, r.ahead`,
  table: 'syncs',
  lease: 'sync',
  leasedBy: 'connection_id',
  isLive: (sql) => sql`status in ('queued', 'running')`,
  since: 'created_at',
  isSilent: isSyncSilent,
  // Long enough for the queue itself to take over a killed worker's job.
  silentAfterMs: 60_000,
  notesEnqueued: true,
});

/** Neither held nor waiting for a limit. If its job was never added, it counts as silent after ten seconds. */
function isSyncSilent(sql: AnySql, since: Date) {
  return sql`
    held_at is null
    and coalesce(enqueued_at, r.created_at - case status when 'queued' then interval '50 seconds' else interval '0' end) < ${since}
    and (status = 'queued' or coalesce(waiting_until, r.updated_at) < ${since})`;
}

const OF_IMPORT = {
  queue: 'imports',
  // Long transactions: what failed three times will fail a fourth time.
  attempts: 3,
  ids: ['import_id', 'run_id'],
  table: 'imports',
  lease: 'import',
  since: 'updated_at',
} as const;

/** Judges the rows of a CSV import that is too large to be judged within the request that creates it. */
export const judgeImport = defineRun({
  ...OF_IMPORT,
  name: 'judge-import',
  isLive: (sql) => sql`status = 'pending' and not judged`,
  begin: (sql) => sql`status = 'pending', judged = false, rows_done = 0`,
  from: IMPORT_MOVES.publish,
});

/** Writes the rows of a CSV import into the ledger. */
export const publishImport = defineRun({
  ...OF_IMPORT,
  name: 'publish-import',
  isLive: (sql) => sql`status = 'publishing'`,
  begin: (sql) => sql`status = 'publishing', rows_done = 0`,
  from: IMPORT_MOVES.publish,
});

/** Removes from the ledger what a CSV import brought. */
export const undoImport = defineRun({
  ...OF_IMPORT,
  name: 'undo-import',
  isLive: (sql) => sql`status = 'undoing'`,
  begin: (sql) => sql`status = 'undoing', rows_done = 0`,
  from: IMPORT_MOVES.undo,
  undoes: 'published_at',
  fail: (sql) => sql`status = 'complete'`,
});

const OF_SESSION = {
  ...OF_IMPORT,
  ids: ['session_id', 'run_id'],
  table: 'import_sessions',
} as const;

/** Imports the chunks of a published session. */
export const publishSession = defineRun({
  ...OF_SESSION,
  name: 'publish-session',
  isLive: (sql) => sql`status = 'importing'`,
  since: 'published_at',
  begin: (sql) => sql`
    status = 'importing', rows_done = 0, published_at = now(), finished_at = null`,
  from: ['pending', 'failed', 'cancelled'],
  fail: (sql) => sql`status = 'failed', finished_at = now()`,
});

/** Removes from the ledger what an import session brought. */
export const undoSession = defineRun({
  ...OF_SESSION,
  name: 'undo-session',
  isLive: (sql) => sql`status = 'undoing'`,
  begin: (sql) => sql`previous_status = status, status = 'undoing'`,
  from: ['complete', 'failed', 'cancelled'],
  undoes: 'finished_at',
  fail: (sql) => sql`status = previous_status`,
});

/** Deletes a household with everything in it. The run's row does not belong to the household, which is gone before the run ends. */
export const deleteHouseholdRun = defineRun({
  name: 'delete-household',
  queue: 'imports',
  ids: ['deletion_id'],
  table: 'household_deletions',
  lease: 'deletion',
  isLive: (sql) => sql`status in ('queued', 'running')`,
  since: 'created_at',
  fail: (sql) => sql`status = 'failed', finished_at = now()`,
});

/** All kinds, for the scheduler and the operators' retry. */
export const RUN_KINDS: readonly RunKind[] = [
  applyRules,
  syncConnectionJob,
  judgeImport,
  publishImport,
  undoImport,
  publishSession,
  undoSession,
  deleteHouseholdRun,
];
