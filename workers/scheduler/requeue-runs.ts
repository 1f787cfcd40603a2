import { applyRules } from '../../shared/jobs/apply-rules.ts';
import type { JobDefinition } from '../../shared/jobs/define-job.ts';
import { IMPORT_RUN_JOBS } from '../../shared/jobs/publish-import.ts';
import type { ImportRunPayload } from '../../shared/jobs/publish-import.ts';
import { undoImport } from '../../shared/jobs/undo-import.ts';
import { publishSession } from '../../shared/jobs/publish-session.ts';
import { syncConnectionJob } from '../../shared/jobs/sync-connection.ts';
import { listLostCsvRuns } from '../../shared/store/imports/import-runs.ts';
import { listLostImportRuns } from '../../shared/store/imports/import-session-runs.ts';
import { listLostUndoRuns } from '../../shared/store/imports/undo-runs.ts';
import type { UndoRun } from '../../shared/store/imports/undo-runs.ts';
import { listLostRuleRuns } from '../../shared/store/rules/rule-runs.ts';
import { listLostSyncs, markEnqueued } from '../../shared/store/syncs/sync-progress.ts';
import type { WorkerContext } from '../context.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Looked at in one round. */
const BATCH = 100;
/** Long enough for the queue's own takeover of a killed worker's job. */
const SYNC_SILENT_MS = 60_000;
/** A worker takes a waiting job up at once: an import without a lease for this long has no job. */
const IMPORT_SILENT_MS = 15_000;
const RULES_SILENT_MS = 30_000;

/**
 * Postgres is the truth, the queue a hint: a run that should be worked on and has no job gets one. That happens when the
 * queue was away as the run was made, lost its jobs, or used up their tries.
 */
async function requeue<Payload extends object>(
  { queues, log }: WorkerContext,
  job: JobDefinition<Payload>,
  lost: readonly Payload[],
  onRequeued?: (payload: Payload) => Promise<void>,
): Promise<void> {
  for (const payload of lost) {
    if (!(await job.requeueIfLost(queues, payload))) continue;
    await onRequeued?.(payload);
    log.warn('requeued a run without a job', { job: job.name, ...payload });
  }
}

export const requeueSyncs: ScheduledTask = {
  name: 'requeue-syncs',
  everyMs: 15_000,
  async run(context) {
    const { sql, clock } = context;
    const silentSince = new Date(clock.now().getTime() - SYNC_SILENT_MS);
    const lost = await listLostSyncs(sql, silentSince, BATCH);
    const payloads = lost.map((run) => ({ household_id: run.householdId, sync_id: run.id }));
    await requeue(context, syncConnectionJob, payloads, (run) =>
      markEnqueued(sql, run.household_id, run.sync_id, clock.now()),
    );
  },
};

export const requeueImports: ScheduledTask = {
  name: 'requeue-imports',
  everyMs: 10_000,
  async run(context) {
    const { sql } = context;
    const lost = await listLostCsvRuns(sql, IMPORT_SILENT_MS, BATCH);
    for (const [status, job] of Object.entries(IMPORT_RUN_JOBS)) {
      await requeue(context, job, lost.filter((run) => run.status === status).map(payloadOf));
    }
    const undoing = await listLostUndoRuns(sql, IMPORT_SILENT_MS, BATCH);
    await requeue(context, undoImport, undoing.map(payloadOf));
  },
};

function payloadOf({ householdId, importId, runId }: UndoRun): ImportRunPayload {
  return { household_id: householdId, import_id: importId, run_id: runId };
}

export const requeueImportSessions: ScheduledTask = {
  name: 'requeue-import-sessions',
  everyMs: 10_000,
  async run(context) {
    const lost = await listLostImportRuns(context.sql, IMPORT_SILENT_MS, BATCH);
    const payloads = lost.map(({ householdId, sessionId, runId }) => ({
      household_id: householdId,
      session_id: sessionId,
      run_id: runId,
    }));
    await requeue(context, publishSession, payloads);
  },
};

export const requeueRuleRuns: ScheduledTask = {
  name: 'requeue-rule-runs',
  everyMs: 30_000,
  async run(context) {
    const lost = await listLostRuleRuns(context.sql, RULES_SILENT_MS, BATCH);
    const payloads = lost.map((run) => ({ household_id: run.householdId, rule_run_id: run.id }));
    await requeue(context, applyRules, payloads);
  },
};
