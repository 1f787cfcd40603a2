import { isDatabaseAway } from '../../shared/db/connection-errors.ts';
import type { Tx } from '../../shared/db/connect.ts';
import { errorCode } from '../../shared/error-code.ts';
import type { PublishSessionPayload } from '../../shared/jobs/publish-session.ts';
import {
  ChunkRejectedError,
  faultsError,
  sessionError,
} from '../../shared/sessions/session-error.ts';
import type { FaultReason, SessionError } from '../../shared/sessions/session-error.ts';
import { countFailed, mergeSummaries } from '../../shared/sessions/summary.ts';
import type { Summary } from '../../shared/sessions/summary.ts';
import {
  findImportChunkContent,
  listImportChunks,
  updateChunksToPending,
  updateChunkToFinished,
  updateChunkToImporting,
} from '../../shared/store/imports/import-chunks.ts';
import type { ImportChunk } from '../../shared/store/imports/import-chunks.ts';
import {
  analyzeLedger,
  lockLease,
  releaseLease,
  takeLease,
  updateProgress,
  updateToFinished,
} from '../../shared/store/imports/import-session-runs.ts';
import type { Lease } from '../../shared/store/imports/import-session-runs.ts';
import { insertScheduledRuleRun } from '../../shared/store/rules/rule-runs.ts';
import { anchorOpeningBalances } from '../../shared/store/imports/session/opening-balances.ts';
import { sessionSource } from '../../shared/store/imports/session/scope.ts';
import type { ImportScope } from '../../shared/store/imports/session/scope.ts';
import { householdToday } from '../../shared/store/households/households.ts';
import type { JobRun, WorkerContext } from '../context.ts';
import { RateLimitedError, StoppingError } from '../errors.ts';
import { abortableTransaction } from '../abortable-transaction.ts';
import { followImport } from './follow-import.ts';
import { importChunk } from './import-chunk.ts';
import { keepLease, LEASE_MS, LeaseLostError, StalledError } from './lease-keeper.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/** An import of this many rows changes what the planner must know before anybody reads them. */
const BULK_ROWS = 10_000;

/** From this try on an error that looks like a fault of ours ends the session: it would come again for ever. */
const GIVE_UP_AT_ATTEMPT = 3;

/** So many workers may vanish over one chunk: what ends a process (its memory, most likely) would come again. */
const DEATHS_MAX = 3;

/** One run with its lease. */
interface Run {
  context: WorkerContext;
  scope: ImportScope;
  lease: Lease;
  keeper: LeaseKeeper;
  /** 1 for the job's first delivery. */
  attempt: number;
}

/**
 * Imports the chunks of a published session by sequence, each with its status and summary in one
 * transaction. Complete chunks are passed over, so a run goes on where the last one ended. The first chunk
 * that cannot be imported ends the session as failed; the job itself then ends normally.
 */
export async function performPublishSession(
  context: WorkerContext,
  payload: PublishSessionPayload,
  job: JobRun,
): Promise<void> {
  const { household_id: householdId, session_id: sessionId, run_id: runId } = payload;
  const answer = await takeLease(context.sql, { householdId, sessionId, runId }, LEASE_MS);
  if (answer.kind === 'over') return;
  if (answer.kind === 'held') throw new RateLimitedError(answer.retryAfterMs + 1000);
  const keeper = keepLease(context, answer.lease, job.signal);
  const run: Run = {
    context,
    scope: { householdId, sessionId, source: sessionSource(sessionId) },
    lease: answer.lease,
    keeper,
    attempt: job.attempt,
  };
  try {
    await importSession(run);
  } catch (error) {
    if (error instanceof LeaseLostError) {
      context.log.info('an import was taken over or cancelled', { session_id: sessionId });
      return;
    }
    if (error instanceof StalledError) context.log.warn(error.message, { session_id: sessionId });
    // When Postgres is away, the next try waits for the lease's end.
    await handBack(run).catch(() => undefined);
    throw error;
  } finally {
    keeper.stop();
  }
}

async function importSession(run: Run): Promise<void> {
  const { sql } = run.context;
  const chunks = await listImportChunks(sql, run.scope.householdId, [run.scope.sessionId]);
  const done = chunks.filter((chunk) => chunk.status === 'complete');
  let rowsDone = done.reduce((sum, chunk) => sum + chunk.rowsCount, 0);
  let summary = mergeSummaries(done.map((chunk) => chunk.summary));
  for (const chunk of chunks) {
    if (chunk.status === 'complete') continue;
    run.keeper.signal.throwIfAborted();
    run.keeper.progress(rowsDone);
    const result = await runChunk(run, chunk, { summary, rowsDone });
    if ('error' in result) {
      await failSession(run, chunk, summary, result);
      return;
    }
    summary = result.summary;
    rowsDone += chunk.rowsCount;
  }
  const ruleRunId = await finishSession(run, summary);
  if (rowsDone >= BULK_ROWS) await analyzeLedger(sql);
  if (ruleRunId !== null) await followImport(run.context, run.scope, ruleRunId);
}

type ChunkOutcome = { summary: Summary } | { error: SessionError; failed: Summary };

/** Imports one chunk in one transaction. Faults of its records are an outcome, everything else is thrown. */
async function runChunk(
  run: Run,
  chunk: ImportChunk,
  before: { summary: Summary; rowsDone: number },
): Promise<ChunkOutcome> {
  const { sql, log } = run.context;
  const { householdId } = run.scope;
  const { keeper } = run;
  const taken = await abortableTransaction(sql, keeper.signal, async (tx) => {
    await requireLease(tx, run);
    const deaths = await updateChunkToImporting(tx, householdId, chunk.id);
    return { deaths, content: await findImportChunkContent(tx, householdId, chunk.id) };
  });
  if (taken.deaths >= DEATHS_MAX) return endedBy('worker_lost');
  const { content } = taken;
  if (content === null) return { error: sessionError('content_expired'), failed: {} };
  const onProgress = (linesDone: number): void => {
    keeper.progress(before.rowsDone + Math.min(linesDone, chunk.rowsCount));
    keeper.signal.throwIfAborted();
  };
  try {
    return await abortableTransaction(sql, keeper.signal, async (tx) => {
      const imported = await importChunk(tx, run.scope, content, onProgress);
      const summary = mergeSummaries([before.summary, imported.summary]);
      await requireLease(tx, run);
      await updateChunkToFinished(tx, householdId, chunk.id, { status: 'complete', ...imported });
      const rowsDone = before.rowsDone + chunk.rowsCount;
      await updateProgress(tx, run.lease, { summary, rowsDone });
      return { summary };
    });
  } catch (error) {
    if (error instanceof ChunkRejectedError) {
      const { faults, failed } = error;
      return { error: faultsError(faults, countFailed(failed)), failed };
    }
    const givesUp = run.attempt >= GIVE_UP_AT_ATTEMPT && isOwnFault(error);
    if (!isDataFault(error) && !givesUp) throw error;
    log.error('a chunk could not be imported', { session_id: run.scope.sessionId, error });
    return endedBy(error instanceof StalledError ? 'no_progress' : 'unexpected');
  }
}

function endedBy(reason: FaultReason): ChunkOutcome {
  return { error: sessionError('import_failed', { reason }), failed: {} };
}

/** Postgres refused a statement because of what it holds; trying again would not help. */
function isDataFault(error: unknown): boolean {
  return !isDatabaseAway(error) && /^(21|22|23|54)/.test(errorCode(error));
}

/** A fault of the program or of the schema, as far as one can tell: Postgres and the run are as they should be. */
function isOwnFault(error: unknown): boolean {
  if (error instanceof LeaseLostError || error instanceof StoppingError) return false;
  if (!(error instanceof Error)) return false;
  return /^($|0A|42|XX)/.test(errorCode(error));
}

async function requireLease(tx: Tx, run: Run): Promise<void> {
  if (!(await lockLease(tx, run.lease)))
    throw new LeaseLostError('the lease of the import is lost');
}

async function failSession(
  run: Run,
  chunk: ImportChunk,
  before: Summary,
  { error, failed }: { error: SessionError; failed: Summary },
): Promise<void> {
  await run.context.sql.begin(async (tx) => {
    await requireLease(tx, run);
    await updateChunkToFinished(tx, run.scope.householdId, chunk.id, {
      status: 'failed',
      summary: failed,
      error,
    });
    const summary = mergeSummaries([before, failed]);
    const shown = { ...error, chunk_sequence: chunk.sequence };
    await updateToFinished(tx, run.lease, { status: 'failed', summary, error: shown });
  });
}

/** Ends the session. Returns the id of the rule run that follows it. */
async function finishSession(run: Run, summary: Summary): Promise<string | null> {
  return abortableTransaction(run.context.sql, run.keeper.signal, async (tx) => {
    await requireLease(tx, run);
    const today = await householdToday(tx, run.scope.householdId, run.context.clock.now());
    await anchorOpeningBalances(tx, run.scope, today);
    await updateToFinished(tx, run.lease, { status: 'complete', summary, error: null });
    return insertScheduledRuleRun(tx, run.scope.householdId, 'import');
  });
}

/** The process stops: another worker may go on at once. */
async function handBack(run: Run): Promise<void> {
  await run.context.sql.begin(async (tx) => {
    if (!(await lockLease(tx, run.lease))) return;
    await updateChunksToPending(tx, run.scope.householdId, run.scope.sessionId);
  });
  await releaseLease(run.context.sql, run.lease);
}
