import { randomUUID } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql, Tx } from '../postgres/connect.ts';
import { AppError } from '../platform/errors.ts';
import { importMayMove, undoEnd } from '../../packages/preflight/states.ts';
import { applyRules } from '../queue/apply-rules.ts';
import type { JobDefinition } from '../queue/define-job.ts';
import { judgeImport, publishImport } from '../queue/publish-import.ts';
import type { ImportRunPayload } from '../queue/publish-import.ts';
import { publishSession } from '../queue/publish-session.ts';
import type { Queues } from '../queue/queues.ts';
import { syncConnectionJob } from '../queue/sync-connection.ts';
import { undoImport } from '../queue/undo-import.ts';
import { sessionMayMove } from '../imports/session/states.ts';
import { updateImportToRunning } from '../imports/import-runs.ts';
import { lockImportSession, updateToPublished } from '../imports/import-sessions.ts';
import { lockImport } from '../imports/imports.ts';
import { updateToUndoing } from '../removal/undo/undo-runs.ts';
import {
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../rules/store/rule-runs.ts';
import { markEnqueued } from '../sync/store/sync-progress.ts';
import { findSync, insertOrJoinSync } from '../sync/store/syncs.ts';

/** What an operator's actions need. */
export interface OperationsContext {
  sql: Sql;
  queues: Queues;
  clock: Clock;
  /** The limit on all keys of the provider; none where it is not known. */
  config?: Pick<Config, 'providerTotalRatePerMinute'>;
}

/** A job as the queue keeps it. */
export interface StoredJob {
  id: string;
  name: string;
  data: unknown;
}

/**
 * Starts again what a failed job was for: a new sync of its connection, the import published or undone again, a new run of
 * the rules; a run that has not ended gets its job back. The failed job goes. Throws `conflict`, with the reason, when there
 * is nothing to start again.
 */
export async function retryRun(context: OperationsContext, job: StoredJob): Promise<void> {
  const retry = RETRIES.get(job.name);
  if (retry === undefined) throw refused(`Jobs named ${job.name} are unknown.`);
  await retry(context, job);
}

/** Resolves with the run that is to get a job: a new one, or the same where it has not ended. */
type Begin<Payload, Run> = (tx: Tx, payload: Payload, clock: Clock) => Promise<Run>;

const RETRIES = new Map<string, (context: OperationsContext, job: StoredJob) => Promise<void>>([
  retryOf(syncConnectionJob, beginSync, ({ sql, clock }, sync) =>
    markEnqueued(sql, [sync], clock.now()),
  ),
  retryOf(applyRules, beginRules),
  retryOf(publishSession, beginSession),
  retryOf(judgeImport, (tx, payload) => beginImport(tx, payload, 'pending')),
  retryOf(publishImport, (tx, payload) => beginImport(tx, payload, 'publishing')),
  retryOf(undoImport, beginUndo),
]);

/** The new run is committed before its job is added: when the queue is away, the scheduler adds it. */
function retryOf<Payload extends object, Run extends object>(
  definition: JobDefinition<Payload, Run>,
  begin: Begin<Payload, Run>,
  enqueued?: (context: OperationsContext, run: Run) => Promise<void>,
): [string, (context: OperationsContext, job: StoredJob) => Promise<void>] {
  const { name, queue } = definition;
  return [
    name,
    async (context, job) => {
      const { sql, queues, clock } = context;
      const payload = definition.parse(job.data);
      const { next } = await sql.begin(async (tx) => ({ next: await begin(tx, payload, clock) }));
      // A failed job of that id would swallow the new one.
      await queues.remove(queue, job.id);
      await definition.enqueue(queues, next);
      await enqueued?.(context, next);
    },
  ];
}

function refused(publicMessage: string): AppError {
  return new AppError('conflict', { publicMessage });
}

async function beginSync(
  tx: Tx,
  { household_id, sync_id }: { household_id: string; sync_id: string },
  clock: Clock,
) {
  const failed = await findSync(tx, household_id, sync_id);
  if (failed === null) throw refused('The connection is gone.');
  if (failed.finishedAt === null) return failed;
  const { connectionId } = failed;
  const now = clock.now();
  const { sync } = await insertOrJoinSync(tx, household_id, connectionId, 'manual', now);
  return sync;
}

async function beginRules(
  tx: Tx,
  { household_id, rule_run_id }: { household_id: string; rule_run_id: string },
) {
  const failed = await findRuleRun(tx, household_id, rule_run_id);
  if (failed === null) throw refused('The run is gone.');
  if (failed.finishedAt === null) return { household_id, rule_run_id };
  if (failed.trigger === 'request') {
    const next = await insertRequestedRuleRun(tx, household_id, {
      ruleId: failed.ruleId,
      ignoreLocks: failed.ignoreLocks,
      scope: failed.scope === 'transfers' ? 'transfers' : 'all',
    });
    return { household_id, rule_run_id: next.id };
  }
  if (failed.error?.code === 'rule_failed') {
    throw refused('Its other rules were applied. Correct the rule that failed, then run it.');
  }
  const id = await insertScheduledRuleRun(tx, household_id, failed.trigger);
  if (id === null) throw refused('There is nothing left to apply.');
  return { household_id, rule_run_id: id };
}

async function beginSession(
  tx: Tx,
  payload: { household_id: string; session_id: string; run_id: string },
) {
  const { household_id, session_id } = payload;
  const session = await lockImportSession(tx, household_id, session_id);
  if (session === null) throw refused('The import session is gone.');
  requireLast(session.runId, payload.run_id);
  if (session.status === 'importing') return payload;
  if (!sessionMayMove(session.status, 'publish')) throw refused(isNow(session.status));
  const run_id = randomUUID();
  await updateToPublished(tx, household_id, session_id, run_id);
  return { ...payload, run_id };
}

async function beginImport(tx: Tx, payload: ImportRunPayload, status: 'pending' | 'publishing') {
  const { household_id, import_id } = payload;
  const found = await lockImport(tx, household_id, import_id);
  if (found === null) throw refused('The import is gone.');
  requireLast(found.runId, payload.run_id);
  if (found.status === status && !(status === 'pending' && found.judged)) {
    return payload;
  }
  if (!importMayMove(found.status, 'publish')) throw refused(isNow(found.status));
  const runId = randomUUID();
  const { skipInvalid } = found;
  await updateImportToRunning(tx, household_id, import_id, { status, runId, skipInvalid });
  return { ...payload, run_id: runId };
}

async function beginUndo(tx: Tx, payload: ImportRunPayload, clock: Clock) {
  const { household_id: householdId, import_id: id } = payload;
  const csv = await lockImport(tx, householdId, id);
  const session = csv === null ? await lockImportSession(tx, householdId, id) : null;
  const found = csv ?? session;
  if (found === null) throw refused('The import is gone.');
  requireLast(found.runId, payload.run_id);
  if (found.status === 'undoing') return payload;
  const since = csv?.publishedAt ?? session?.finishedAt ?? new Date(0);
  const mayMove =
    (csv !== null && importMayMove(csv.status, 'undo')) ||
    (session !== null && sessionMayMove(session.status, 'undo'));
  if (!mayMove) throw refused(isNow(found.status));
  if (undoEnd(since) < clock.now()) throw refused('The import is too old to be undone.');
  const runId = randomUUID();
  const holder = csv === null ? 'import_sessions' : 'imports';
  await updateToUndoing(tx, holder, { householdId, importId: id, runId });
  return { ...payload, run_id: runId };
}

function requireLast(current: string | null, failed: string): void {
  if (current !== failed) throw refused('It was started again meanwhile.');
}

function isNow(status: string): string {
  return `It is ${status} meanwhile.`;
}
