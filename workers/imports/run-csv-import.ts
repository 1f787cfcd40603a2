import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import { applyRules, judgeImport, publishImport } from '../../shared/queue/runs/kinds.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import { RunFailedError } from '../../shared/queue/runs/run-kind.ts';
import type { Payload, Run, RunKind } from '../../shared/queue/runs/run-kind.ts';
import { judgeRun, publishRun } from '../../shared/imports/csv/run-import.ts';
import { findImport, updateImportError } from '../../shared/imports/imports.ts';
import type { JobEnd, JobRun, PerformJob, WorkerContext } from '../frame/context.ts';
import { isDataFault } from '../frame/faults.ts';
import { DEATHS_MAX, performRun } from '../frame/perform-run.ts';
import type { HeldLease } from '../frame/with-lease.ts';

type PerformImport = PerformJob<Payload<'import_id' | 'run_id'>>;

/** Publishes a CSV import exactly once, however often the job is delivered; then the household's rules run. */
export const performPublishImport: PerformImport = async (context, payload, job) => {
  const run = publishImport.runOf(payload);
  const follows: string[] = [];
  const end = await perform(context, publishImport, run, job, async (held) => {
    const published = await held.writeLong((tx) => publishRun(tx, run, held.show));
    if ('invalid' in published) throw new RunFailedError(published.invalid);
    if (published.ruleRunId !== null) follows.push(published.ruleRunId);
    return { status: 'complete' };
  });
  for (const id of follows) await queueRules(context, run, id);
  return end;
};

/** Judges the rows of a large import, however often the job is delivered. */
export const performJudgeImport: PerformImport = async (context, payload, job) => {
  const run = judgeImport.runOf(payload);
  return perform(context, judgeImport, run, job, async (held) => {
    await held.writeLong((tx) => judgeRun(tx, run, held.show));
    return { status: 'judged' };
  });
};

/** Performs a run in a single transaction: a killed worker leaves nothing behind, and the next one starts over. */
async function perform(
  context: WorkerContext,
  kind: RunKind,
  run: Run,
  job: JobRun,
  work: (held: HeldLease) => Promise<JobEnd>,
): Promise<JobEnd | null> {
  const { sql } = context;
  const end = await performRun(context, kind, run, job, {
    isFinal: isDataFault,
    fault: {
      code: 'import_failed',
      message: 'The import failed; nothing of it was written.',
    },
    lost: `${DEATHS_MAX} workers died during the import; nothing was written. Try again.`,
    perform: work,
  });
  if (end !== null && end.failed !== true) {
    const found = await findImport(sql, run.householdId, run.id);
    await analyzeAfter(sql, found?.rowsCount ?? 0);
  }
  return end;
}

/** If the rules cannot be queued right away, the import says so. */
async function queueRules(context: WorkerContext, { householdId, id }: Run, ruleRunId: string) {
  if (await queueRun(context, applyRules, { householdId, id: ruleRunId })) return;
  await updateImportError(context.sql, householdId, id, {
    code: 'rules_enqueue_failed',
    message: 'Everything is imported; the rules could not be queued and will run later.',
  });
}
