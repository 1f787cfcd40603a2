import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import type { PublishSessionPayload } from '../../shared/queue/publish-session.ts';
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
  updateChunksToPending,
  updateChunkToFinished,
  updateChunkToImporting,
} from '../../shared/imports/import-chunks.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import {
  isRunOpen,
  requireOpenRun,
  updateProgress,
  updateRowsDone,
  updateToFinished,
} from '../../shared/imports/import-session-runs.ts';
import type { ImportRun } from '../../shared/imports/import-session-runs.ts';
import { importLease } from '../../shared/imports/import-sessions.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import { insertScheduledRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { insertRuleWorkOfSession } from '../../shared/rules/store/rule-work.ts';
import { anchorOpeningBalances } from '../../shared/imports/session/opening-balances.ts';
import { sessionSource } from '../../shared/imports/session/scope.ts';
import type { ImportScope } from '../../shared/imports/session/scope.ts';
import { householdToday } from '../../shared/households/households.ts';
import type { JobEnd, JobRun, WorkerContext } from '../frame/context.ts';
import { StalledError } from '../frame/errors.ts';
import { withLease } from '../frame/with-lease.ts';
import type { HeldLease, LeasedWork } from '../frame/with-lease.ts';
import { followImport } from './follow-import.ts';
import { isDataFault, isOwnFault } from './import-faults.ts';
import { importChunk } from './import-chunk.ts';
import { readChunk } from './chunk-records.ts';
import type { ChunkRecords } from './chunk-records.ts';

/** The most workers that may die on one chunk: the cause, most likely memory, would kill the next one too. */
const DEATHS_MAX = 3;

/** Far longer than the slowest statement of a chunk: a holder without progress for this long is stuck. */
const STALLED_AFTER_MS = 10 * 60_000;

/** One run with its lease. */
interface Run {
  context: WorkerContext;
  scope: ImportScope & ImportRun;
  held: HeldLease;
  /** Reports progress; `rowsDone` is shown with the next renewal of the lease. */
  progress(rowsDone: number): void;
  /** On the last attempt an error that looks like our own bug ends the session: it would recur for ever. */
  isLastAttempt: boolean;
}

/**
 * Imports the chunks of a published session by sequence, each with its status and summary in one
 * transaction. Complete chunks are skipped, so a run resumes where the last one ended. The first chunk
 * that cannot be imported ends the session as failed, and the job with the code of its error.
 */
export async function performPublishSession(
  context: WorkerContext,
  payload: PublishSessionPayload,
  job: JobRun,
): Promise<JobEnd | null> {
  const { household_id: householdId, session_id: sessionId, run_id: runId } = payload;
  const source = sessionSource(sessionId);
  const scope = { householdId, sessionId, runId, source };
  const { sql } = context;
  if (!(await isRunOpen(sql, scope))) return null;
  let rowsDone = 0;
  const work: LeasedWork = {
    ...importLease(householdId, sessionId),
    stalledAfterMs: STALLED_AFTER_MS,
    watch: async () => ((await updateRowsDone(sql, scope, rowsDone)) ? null : new LeaseLostError()),
  };
  return withLease(context, work, job, async (held) => {
    const progress = (rows: number): void => {
      rowsDone = rows;
      job.report.progress({ rows });
      held.progress();
    };
    const run: Run = { context, scope, held, progress, isLastAttempt: job.isLastAttempt };
    try {
      return await importSession(run);
    } catch (error) {
      if (error instanceof StalledError) context.log.warn(error.message, { session_id: sessionId });
      // When Postgres is away, the next try waits for the lease's end.
      await handBack(run).catch(() => undefined);
      throw error;
    }
  });
}

async function importSession(run: Run): Promise<JobEnd> {
  const { sql } = run.context;
  const chunks = await listImportChunks(sql, run.scope.householdId, [run.scope.sessionId]);
  const done = chunks.filter((chunk) => chunk.status === 'complete');
  const open = chunks.filter((chunk) => chunk.status !== 'complete');
  let rowsDone = done.reduce((sum, chunk) => sum + chunk.rowsCount, 0);
  let summary = mergeSummaries(done.map((chunk) => chunk.summary));
  /** Of the chunk after the one that is written, at most. */
  const ahead = new Map<ImportChunk, Reading>();
  for (const [index, chunk] of open.entries()) {
    run.held.signal.throwIfAborted();
    run.progress(rowsDone);
    const deaths = await takeChunk(run, chunk);
    let result = endedBy('worker_lost');
    if (deaths < DEATHS_MAX) {
      const records = ahead.get(chunk) ?? read(run, chunk);
      ahead.clear();
      // After a death each chunk is alone: the next one tells which of them it was.
      const next = deaths === 0 ? open[index + 1] : undefined;
      const onStaged = (): void => {
        if (next !== undefined) ahead.set(next, read(run, next));
      };
      result = await writeChunk(run, chunk, { records, onStaged }, { summary, rowsDone });
    }
    if ('error' in result) {
      await failSession(run, chunk, summary, result);
      return { status: 'failed', code: result.error.code, failed: true };
    }
    summary = result.summary;
    rowsDone += chunk.rowsCount;
  }
  const ruleRunId = await finishSession(run, summary);
  await analyzeAfter(sql, rowsDone);
  if (ruleRunId !== null) await followImport(run.context, run.scope, ruleRunId);
  return { status: 'complete', counts: { rows: rowsDone } };
}

type ChunkOutcome = { summary: Summary } | { error: SessionError; failed: Summary };

/** Marks a chunk as the one that is imported now. Returns how many workers have died on it. */
async function takeChunk({ held, scope }: Run, chunk: ImportChunk): Promise<number> {
  return held.writeLong(async (tx) => {
    await requireOpenRun(tx, scope);
    return updateChunkToImporting(tx, scope.householdId, chunk.id);
  });
}

/** The records of a chunk; null: its content has expired. */
type Reading = Promise<ChunkRecords | null>;

/** Reads a chunk. Who writes it meets a failure: nobody else needs to wait for it. */
function read({ context, scope, held }: Run, chunk: ImportChunk): Reading {
  const reading = findImportChunkContent(context.sql, scope.householdId, chunk.id).then(
    (content) => (content === null ? null : readChunk(content, held.signal)),
  );
  reading.catch(() => undefined);
  return reading;
}

/** Imports one chunk in one transaction. Returns faults of its records as an outcome, throws everything else. */
async function writeChunk(
  run: Run,
  chunk: ImportChunk,
  from: { records: Reading; onStaged: () => void },
  before: { summary: Summary; rowsDone: number },
): Promise<ChunkOutcome> {
  const { log } = run.context;
  const { householdId } = run.scope;
  const { held } = run;
  const listener = {
    onProgress(linesDone: number) {
      run.progress(before.rowsDone + Math.min(linesDone, chunk.rowsCount));
      held.signal.throwIfAborted();
    },
    onStaged: from.onStaged,
  };
  try {
    const records = await from.records;
    if (records === null) return { error: sessionError('content_expired'), failed: {} };
    return await held.writeLong(async (tx) => {
      const imported = await importChunk(tx, run.scope, records, listener);
      const summary = mergeSummaries([before.summary, imported.summary]);
      await requireOpenRun(tx, run.scope);
      await updateChunkToFinished(tx, householdId, chunk.id, { status: 'complete', ...imported });
      const rowsDone = before.rowsDone + chunk.rowsCount;
      await updateProgress(tx, run.scope, { summary, rowsDone });
      return { summary };
    });
  } catch (error) {
    if (error instanceof ChunkRejectedError) {
      const { faults, failed } = error;
      return { error: faultsError(faults, countFailed(failed)), failed };
    }
    const givesUp = run.isLastAttempt && isOwnFault(error);
    if (!isDataFault(error) && !givesUp) throw error;
    log.error('a chunk could not be imported', { session_id: run.scope.sessionId, error });
    return endedBy(error instanceof StalledError ? 'no_progress' : 'unexpected');
  }
}

function endedBy(reason: FaultReason): ChunkOutcome {
  return { error: sessionError('import_failed', { reason }), failed: {} };
}

async function failSession(
  run: Run,
  chunk: ImportChunk,
  before: Summary,
  { error, failed }: { error: SessionError; failed: Summary },
): Promise<void> {
  await run.held.write(async (tx) => {
    await requireOpenRun(tx, run.scope);
    await updateChunkToFinished(tx, run.scope.householdId, chunk.id, {
      status: 'failed',
      summary: failed,
      error,
    });
    const summary = mergeSummaries([before, failed]);
    const shown = { ...error, chunk_sequence: chunk.sequence };
    await updateToFinished(tx, run.scope, { status: 'failed', summary, error: shown });
  });
}

/** Ends the session. Returns the id of the rule run that follows it. */
async function finishSession(run: Run, summary: Summary): Promise<string | null> {
  return run.held.writeLong(async (tx) => {
    await requireOpenRun(tx, run.scope);
    await signChanges(tx, { by: 'import', id: run.scope.sessionId });
    const today = await householdToday(tx, run.scope.householdId, run.context.clock.now());
    await anchorOpeningBalances(tx, run.scope, today);
    await updateToFinished(tx, run.scope, { status: 'complete', summary, error: null });
    await insertRuleWorkOfSession(tx, run.scope.householdId, run.scope.sessionId);
    return insertScheduledRuleRun(tx, run.scope.householdId, 'import');
  });
}

/** Sets unfinished chunks back to pending when the process stops, so that another worker can resume. */
async function handBack(run: Run): Promise<void> {
  const { householdId, sessionId } = run.scope;
  await run.held.write((tx) => updateChunksToPending(tx, householdId, sessionId));
}
