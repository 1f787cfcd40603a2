import { applyRules } from '../../shared/queue/apply-rules.ts';
import type { JobDefinition } from '../../shared/queue/define-job.ts';
import { IMPORT_RUN_JOBS } from '../../shared/queue/publish-import.ts';
import type { ImportRunPayload } from '../../shared/queue/publish-import.ts';
import { undoImport } from '../../shared/queue/undo-import.ts';
import { publishSession } from '../../shared/queue/publish-session.ts';
import { syncConnectionJob } from '../../shared/queue/sync-connection.ts';
import { providerHost } from '../../shared/sync/client/settings.ts';
import { listLostCsvRuns } from '../../shared/imports/import-runs.ts';
import { listLostImportRuns } from '../../shared/imports/import-session-runs.ts';
import { listLostUndoRuns } from '../../shared/removal/undo/undo-runs.ts';
import type { UndoRun } from '../../shared/removal/undo/undo-runs.ts';
import { listLostRuleRuns } from '../../shared/rules/store/rule-runs.ts';
import { listReleasedSyncs, markReleased } from '../../shared/sync/store/held-syncs.ts';
import { listLostSyncs, markEnqueued } from '../../shared/sync/store/sync-progress.ts';
import type { WalkLeg, WalkPosition } from '../../shared/postgres/walk.ts';
import type { WorkerContext } from '../frame/context.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Held in memory at once. */
const LEG = 500;
/** Legs in one round; the next round goes on behind them, so that all are looked at in turn. */
const LEGS_PER_ROUND = 10;
/** Long enough for the queue's own takeover of a killed worker's job. */
const SYNC_SILENT_MS = 60_000;
/** A worker takes a waiting job up at once: an import without a lease for this long has no job. */
const IMPORT_SILENT_MS = 15_000;
const RULES_SILENT_MS = 30_000;

/**
 * Postgres is the truth, the queue a hint: a run that should be worked on and has no job gets one. That happens when the
 * queue was away as the run was made, lost its jobs, or used up their tries. Returns the runs it was so for.
 */
async function requeue<Payload extends object, Run extends object>(
  { queues, log }: WorkerContext,
  job: JobDefinition<Payload, Run>,
  runs: readonly Run[],
): Promise<Run[]> {
  const lost = await job.requeueLost(queues, runs);
  for (const run of lost)
    log.warn('requeued a run without a job', { job: job.name, ...job.payloadOf(run) });
  return lost;
}

/** Walks through runs whose job may be lost: many of them may only wait for their turn. */
function walk<Run extends WalkPosition>(
  list: (context: WorkerContext, leg: WalkLeg) => Promise<Run[]>,
  requeueRuns: (context: WorkerContext, runs: readonly Run[]) => Promise<unknown>,
): (context: WorkerContext) => Promise<void> {
  let after: WalkPosition | null = null;
  return async (context) => {
    for (let leg = 0; leg < LEGS_PER_ROUND; leg += 1) {
      const runs: Run[] = await list(context, { after, limit: LEG });
      await requeueRuns(context, runs);
      after = runs.length < LEG ? null : (runs.at(-1) ?? null);
      if (after === null) return;
    }
  };
}

export const requeueSyncs: ScheduledTask = {
  name: 'requeue-syncs',
  everyMs: 15_000,
  run: walk(
    ({ sql, clock }, leg) =>
      listLostSyncs(sql, new Date(clock.now().getTime() - SYNC_SILENT_MS), leg),
    async (context, runs) => {
      const lost = await requeue(context, syncConnectionJob, runs);
      if (lost.length > 0) await markEnqueued(context.sql, lost, context.clock.now());
    },
  ),
};

/**
 * Wakes runs that were held back and are free to go on. What a worker is just putting back is woken in the next round.
 */
export const wakeHeldSyncs: ScheduledTask = {
  name: 'wake-held-syncs',
  everyMs: 5000,
  async run({ sql, queues, clock, config, log }) {
    const asOf = { provider: providerHost(config), now: clock.now() };
    for (let leg = 0; leg < LEGS_PER_ROUND; leg += 1) {
      const free = await listReleasedSyncs(sql, asOf, LEG);
      const woken = await syncConnectionJob.wake(queues, free);
      if (woken.length > 0) {
        await markReleased(sql, woken, asOf.now);
        log.info(`${woken.length} held syncs go on`, { count: woken.length });
      }
      if (woken.length < LEG) return;
    }
  },
};

const walkCsvRuns = walk(
  ({ sql }, leg) => listLostCsvRuns(sql, IMPORT_SILENT_MS, leg),
  async (context, runs) => {
    for (const [status, job] of Object.entries(IMPORT_RUN_JOBS)) {
      await requeue(context, job, runs.filter((run) => run.status === status).map(payloadOf));
    }
  },
);

const walkUndoRuns = walk(
  ({ sql }, leg) => listLostUndoRuns(sql, IMPORT_SILENT_MS, leg),
  (context, runs) => requeue(context, undoImport, runs.map(payloadOf)),
);

export const requeueImports: ScheduledTask = {
  name: 'requeue-imports',
  everyMs: 10_000,
  async run(context) {
    await walkCsvRuns(context);
    await walkUndoRuns(context);
  },
};

function payloadOf({ householdId, importId, runId }: UndoRun): ImportRunPayload {
  return { household_id: householdId, import_id: importId, run_id: runId };
}

export const requeueImportSessions: ScheduledTask = {
  name: 'requeue-import-sessions',
  everyMs: 10_000,
  run: walk(
    ({ sql }, leg) => listLostImportRuns(sql, IMPORT_SILENT_MS, leg),
    (context, runs) => {
      const payloads = runs.map(({ householdId, sessionId, runId }) => ({
        household_id: householdId,
        session_id: sessionId,
        run_id: runId,
      }));
      return requeue(context, publishSession, payloads);
    },
  ),
};

export const requeueRuleRuns: ScheduledTask = {
  name: 'requeue-rule-runs',
  everyMs: 30_000,
  run: walk(
    ({ sql }, leg) => listLostRuleRuns(sql, RULES_SILENT_MS, leg),
    (context, runs) => {
      const payloads = runs.map((run) => ({ household_id: run.householdId, rule_run_id: run.id }));
      return requeue(context, applyRules, payloads);
    },
  ),
};
