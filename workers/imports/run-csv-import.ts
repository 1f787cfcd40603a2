import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import { applyRules } from '../../shared/queue/apply-rules.ts';
import type { ImportRunPayload } from '../../shared/queue/publish-import.ts';
import type { ImportError } from '#preflight/states';
import type { Tx } from '../../shared/postgres/connect.ts';
import { judgeRun, publishRun } from '../../shared/imports/csv/run-import.ts';
import { UnpublishableError } from '../../shared/imports/csv/scope.ts';
import {
  countCsvRunDeath,
  csvImportLease,
  failCsvRun,
  isCsvRunOpen,
} from '../../shared/imports/import-runs.ts';
import type { CsvRun } from '../../shared/imports/import-runs.ts';
import { findImport, updateImportError } from '../../shared/imports/imports.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import type { JobEnd, JobRun, WorkerContext } from '../frame/context.ts';
import { withLease } from '../frame/with-lease.ts';
import type { HeldLease } from '../frame/with-lease.ts';
import { isDataFault, isOwnFault } from './import-faults.ts';
import { markDifferentlyRead } from './mark-differently-read.ts';

/** The most workers that may die on one run: what killed them would kill the next one too. */
const DEATHS_MAX = 3;

/** Publishes a CSV import once, however often the job is delivered; the household's rules follow. */
export async function performPublishImport(
  context: WorkerContext,
  payload: ImportRunPayload,
  job: JobRun,
): Promise<JobEnd | null> {
  const run = runOf(payload, 'publishing');
  const ended = await performRun(context, run, job, async (held) => {
    // Beside the writing: the other reader takes processor time of this process, writing that of Postgres.
    const marking = await markDifferentlyRead(context, run, held.signal);
    try {
      return await held.writeLong(async (tx) => {
        const ruleRun = await publishRun(tx, run, held.show);
        await marking.write(tx);
        return ruleRun;
      });
    } finally {
      marking.stop();
    }
  });
  if (ended === null || 'status' in ended) return ended;
  if (ended.result !== null) await queueRules(context, run, ended.result);
  return { status: 'complete' };
}

/** Judges the rows of a large import, however often the job is delivered. */
export async function performJudgeImport(
  context: WorkerContext,
  payload: ImportRunPayload,
  job: JobRun,
): Promise<JobEnd | null> {
  const run = runOf(payload, 'pending');
  const ended = await performRun(context, run, job, (held) =>
    held.writeLong((tx) => judgeRun(tx, run, held.show)),
  );
  return ended === null || 'status' in ended ? ended : { status: 'judged' };
}

function runOf(payload: ImportRunPayload, status: CsvRun['status']): CsvRun {
  const { household_id: householdId, import_id: importId, run_id: runId } = payload;
  return { householdId, importId, runId, status };
}

/**
 * Performs a run in one transaction under its lease: a worker that is killed leaves nothing behind, and the next
 * one starts over. Null when there was nothing to do; how it ended when it failed.
 */
async function performRun<Result>(
  context: WorkerContext,
  run: CsvRun,
  job: JobRun,
  work: (held: HeldLease) => Promise<Result>,
): Promise<{ result: Result } | JobEnd | null> {
  const { sql, log } = context;
  if (!(await isCsvRunOpen(sql, run))) return null;
  let deaths = 0;
  const leased = {
    ...csvImportLease(run.householdId, run.importId),
    watch: async () => ((await isCsvRunOpen(sql, run)) ? null : new LeaseLostError()),
    onVanished: async (tx: Tx) => {
      deaths = await countCsvRunDeath(tx, run);
    },
  };
  const ended = await withLease(context, leased, job, async (held) => {
    if (deaths >= DEATHS_MAX) {
      await held.write((tx) => failCsvRun(tx, run, workerLost()));
      return failedWith('worker_lost');
    }
    try {
      return { result: await work(held) };
    } catch (error) {
      const shown = shownError(error, job);
      if (shown === null) throw error;
      if (!(error instanceof UnpublishableError)) {
        log.error('a run of an import failed', { import_id: run.importId, error });
      }
      await held.write((tx) => failCsvRun(tx, run, shown));
      return failedWith(shown.code);
    }
  });
  if (ended !== null && 'result' in ended) await analyzeBulk(context, run);
  return ended;
}

function failedWith(code: string): JobEnd {
  return { status: 'failed', code, failed: true };
}

function workerLost(): ImportError {
  return {
    code: 'worker_lost',
    message: `${DEATHS_MAX} workers died during the import; nothing was written. Try again.`,
  };
}

/** The error that ends the run, worded for a person; null when another attempt may succeed. */
function shownError(error: unknown, job: JobRun): ImportError | null {
  if (error instanceof UnpublishableError) return error.shown;
  if (!isDataFault(error) && !(job.isLastAttempt && isOwnFault(error))) return null;
  return { code: 'import_failed', message: 'The import failed; nothing of it was written.' };
}

async function analyzeBulk({ sql }: WorkerContext, run: CsvRun): Promise<void> {
  const found = await findImport(sql, run.householdId, run.importId);
  await analyzeAfter(sql, found?.rowsCount ?? 0);
}

/** When the rules cannot be queued, the import stays complete and says so; the scheduler queues them later. */
async function queueRules(
  { sql, queues, log }: WorkerContext,
  { householdId, importId }: CsvRun,
  ruleRunId: string,
): Promise<void> {
  try {
    await applyRules.enqueue(queues, { household_id: householdId, rule_run_id: ruleRunId });
  } catch (error) {
    log.warn('the rules that follow an import could not be queued', { import_id: importId, error });
    await updateImportError(sql, householdId, importId, {
      code: 'rules_enqueue_failed',
      message: 'Everything is imported; the rules could not be queued and will run later.',
    });
  }
}
