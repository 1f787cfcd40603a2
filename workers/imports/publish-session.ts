import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import { jsonParameter } from '../../shared/postgres/json-parameter.ts';
import { applyRules, publishSession } from '../../shared/queue/runs/kinds.ts';
import type { Payload } from '../../shared/queue/runs/run-kind.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import { failRun, lockRun, updateRun } from '../../shared/queue/runs/run-store.ts';
import type { LiveRun } from '../../shared/queue/runs/run-store.ts';
import {
  ChunkRejectedError,
  faultsError,
  sessionError,
} from '../../shared/imports/session/session-error.ts';
import type { FaultReason, SessionError } from '../../shared/imports/session/session-error.ts';
import { countFailed, mergeSummaries } from '../../shared/imports/session/summary.ts';
import type { Summary } from '../../shared/imports/session/summary.ts';
import {
  findImportChunkContent,
  listImportChunks,
  updateChunkToFinished,
} from '../../shared/imports/import-chunks.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import { updateSessionError } from '../../shared/imports/import-sessions.ts';
import { updateToComplete } from '../../shared/imports/import-session-runs.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import { insertScheduledRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { insertRuleWorkOfSession } from '../../shared/rules/store/rule-work.ts';
import { anchorOpeningBalances } from '../../shared/imports/session/opening-balances.ts';
import type { ImportScope } from '../../shared/imports/session/scope.ts';
import { householdToday } from '../../shared/households/households.ts';
import type { JobEnd, PerformJob, WorkerContext } from '../frame/context.ts';
import { StalledError } from '../frame/errors.ts';
import { isDataFault, isOwnFault } from '../frame/faults.ts';
import { DEATHS_MAX, performRun } from '../frame/perform-run.ts';
import type { HeldRun } from '../frame/perform-run.ts';
import type { HeldLease } from '../frame/with-lease.ts';
import { importChunk } from './import-chunk.ts';
import { readChunk } from './chunk-records.ts';
import type { ChunkRecords } from './chunk-records.ts';

/** Far longer than a chunk's slowest statement: a holder without progress for this long is stuck. */
const STALLED_AFTER_MS = 10 * 60_000;

interface SessionRun {
  context: WorkerContext;
  run: LiveRun;
  scope: ImportScope;
  held: HeldLease;
  /** Reports progress; `rowsDone` becomes visible with the next renewal of the lease. */
  progress(rowsDone: number): void;
  /** On the last attempt, an error that looks like our own bug ends the session: it would recur for ever. */
  isLastAttempt: boolean;
}

/**
 * Imports the chunks of a published session in sequence, each with its status and summary in one transaction. Skips complete
 * chunks, so a run resumes where the last one ended. The first chunk that cannot be imported ends the session as failed, and the
 * job with that error's code.
 */
export const performPublishSession: PerformJob<Payload<'session_id' | 'run_id'>> = async (
  context,
  payload,
  job,
) => {
  const run = publishSession.runOf(payload);
  const { householdId, id: sessionId } = run;
  const scope = { householdId, sessionId, source: `native_session:${sessionId}` };
  let rowsDone = 0;
  const begin = ({ run: live, ...held }: HeldRun): SessionRun => {
    const progress = (rows: number): void => {
      rowsDone = rows;
      job.report.progress({ rows });
      held.progress();
    };
    return { context, run: live, scope, held, progress, isLastAttempt: job.isLastAttempt };
  };
  return performRun(context, publishSession, run, job, {
    stalledAfterMs: STALLED_AFTER_MS,
    watch: async () => {
      const change = context.sql`rows_done = ${rowsDone}`;
      const isLive = await updateRun(context.sql, publishSession, run, change);
      return isLive ? null : new LeaseLostError();
    },
    fault: sessionError('import_failed', { reason: 'unexpected' }),
    giveUp: (held) => importSession(begin(held)),
    perform: (held) => importSession(begin(held)),
  });
};

async function importSession(session: SessionRun): Promise<JobEnd> {
  const { context, run, scope, held } = session;
  const { sql } = context;
  const chunks = await listImportChunks(sql, scope.householdId, [scope.sessionId]);
  const done = chunks.filter((chunk) => chunk.status === 'complete');
  const open = chunks.filter((chunk) => chunk.status !== 'complete');
  let rowsDone = done.reduce((sum, chunk) => sum + chunk.rowsCount, 0);
  let summary = mergeSummaries(done.map((chunk) => chunk.summary));
  let { deaths } = run;
  /** Reads at most one chunk ahead. */
  const ahead = new Map<ImportChunk, Reading>();
  for (const [index, chunk] of open.entries()) {
    held.signal.throwIfAborted();
    session.progress(rowsDone);
    let result = endedBy('worker_lost');
    if (deaths < DEATHS_MAX) {
      const records = ahead.get(chunk) ?? read(session, chunk);
      ahead.clear();
      // After a death, chunks are processed one by one, so that the next death reveals the chunk that causes it.
      const next = deaths === 0 ? open[index + 1] : undefined;
      const onStaged = (): void => {
        if (next !== undefined) ahead.set(next, read(session, next));
      };
      result = await writeChunk(session, chunk, { records, onStaged }, { summary, rowsDone });
    }
    if ('error' in result) {
      await failSession(session, chunk, summary, result);
      return { status: 'failed', code: result.error.code, failed: result.isRejected !== true };
    }
    summary = result.summary;
    rowsDone += chunk.rowsCount;
    deaths = 0;
  }
  const ruleRunId = await finishSession(session, summary);
  await analyzeAfter(sql, rowsDone);
  if (ruleRunId !== null) await followImport(context, scope, ruleRunId);
  return { status: 'complete', counts: { rows: rowsDone } };
}

/** Runs the rules over what a session brought. If they cannot be queued right away, the session says so. */
async function followImport(
  context: WorkerContext,
  { householdId, sessionId }: ImportScope,
  id: string,
): Promise<void> {
  if (await queueRun(context, applyRules, { householdId, id })) return;
  const shown = sessionError('family_sync_enqueue_failed');
  await updateSessionError(context.sql, householdId, sessionId, shown, ['complete']);
}

/** What became of a chunk; one whose records are faulty is no failure of the service. */
type ChunkOutcome =
  { summary: Summary } | { error: SessionError; failed: Summary; isRejected?: true };

/** The records of a chunk; null: its content has expired. */
type Reading = Promise<ChunkRecords | null>;

/** Starts reading a chunk. The writer awaits the result, and gets the error if reading fails. */
function read({ context, scope, held }: SessionRun, chunk: ImportChunk): Reading {
  const reading = findImportChunkContent(context.sql, scope.householdId, chunk.id).then(
    (content) => (content === null ? null : readChunk(content, held.signal)),
  );
  reading.catch(() => undefined);
  return reading;
}

/** Imports one chunk in one transaction. Returns faults of its records as an outcome, and throws everything else. */
async function writeChunk(
  session: SessionRun,
  chunk: ImportChunk,
  from: { records: Reading; onStaged: () => void },
  before: { summary: Summary; rowsDone: number },
): Promise<ChunkOutcome> {
  const { context, run, scope, held } = session;
  const listener = {
    onProgress(linesDone: number) {
      session.progress(before.rowsDone + Math.min(linesDone, chunk.rowsCount));
      held.signal.throwIfAborted();
    },
    onStaged: from.onStaged,
  };
  try {
    const records = await from.records;
    if (records === null) return { error: sessionError('content_expired'), failed: {} };
    return await held.writeLong(async (tx) => {
      const imported = await importChunk(tx, scope, records, listener);
      const summary = mergeSummaries([before.summary, imported.summary]);
      await lockRun(tx, publishSession, run);
      await updateChunkToFinished(tx, run.householdId, chunk.id, {
        status: 'complete',
        ...imported,
      });
      const rowsDone = before.rowsDone + chunk.rowsCount;
      const change = tx`summary = ${jsonParameter(tx, summary)}, rows_done = ${rowsDone}, deaths = 0`;
      await updateRun(tx, publishSession, run, change);
      return { summary };
    });
  } catch (error) {
    if (error instanceof ChunkRejectedError) {
      const { faults, failed } = error;
      return { error: faultsError(faults, countFailed(failed)), failed, isRejected: true };
    }
    const givesUp = session.isLastAttempt && isOwnFault(error);
    if (!isDataFault(error) && !givesUp) throw error;
    context.log.error('a chunk could not be imported', { session_id: scope.sessionId, error });
    return endedBy(error instanceof StalledError ? 'no_progress' : 'unexpected');
  }
}

function endedBy(reason: FaultReason): ChunkOutcome {
  return { error: sessionError('import_failed', { reason }), failed: {} };
}

async function failSession(
  { run, held }: SessionRun,
  chunk: ImportChunk,
  before: Summary,
  { error, failed }: { error: SessionError; failed: Summary },
): Promise<void> {
  await held.write(async (tx) => {
    await lockRun(tx, publishSession, run);
    await updateChunkToFinished(tx, run.householdId, chunk.id, {
      status: 'failed',
      summary: failed,
      error,
    });
    const summary = jsonParameter(tx, mergeSummaries([before, failed]));
    await updateRun(tx, publishSession, run, tx`summary = ${summary}`);
    await failRun(tx, publishSession, run, { ...error, chunk_sequence: chunk.sequence });
  });
}

/** Completes the session. Returns the id of the rule run that follows it. */
async function finishSession(session: SessionRun, summary: Summary): Promise<string | null> {
  const { context, run, scope, held } = session;
  return held.writeLong(async (tx) => {
    await lockRun(tx, publishSession, run);
    await signChanges(tx, { by: 'import', id: scope.sessionId });
    const today = await householdToday(tx, scope.householdId, context.clock.now());
    await anchorOpeningBalances(tx, scope, today);
    await updateToComplete(tx, run, summary);
    await insertRuleWorkOfSession(tx, scope.householdId, scope.sessionId);
    return insertScheduledRuleRun(tx, scope.householdId, 'import');
  });
}
