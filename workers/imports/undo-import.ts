import type { Tx } from '../../shared/postgres/connect.ts';
import type { ImportRunPayload } from '../../shared/queue/publish-import.ts';
import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import {
  countUndoDeath,
  failUndo,
  findUndoHolder,
  finishUndo,
  requireUndoRun,
  undoLease,
} from '../../shared/removal/undo/undo-runs.ts';
import { takeBackProfile } from '../../shared/imports/profiles/saved-profiles.ts';
import { LeaseLostError } from '../../shared/queue/leases.ts';
import { undoWrites } from '../../shared/removal/undo/undo-writes.ts';
import type { JobEnd, JobRun, WorkerContext } from '../frame/context.ts';
import { withLease } from '../frame/with-lease.ts';
import { isDataFault, isOwnFault } from './import-faults.ts';

/** The most workers that may die on one run: what killed them would kill the next one too. */
const DEATHS_MAX = 3;

/**
 * Undoes an import of a CSV or an import session once, however often the job is delivered, in one transaction under its
 * lease: a worker that is killed leaves nothing behind, and the next one starts over.
 */
export async function performUndoImport(
  { sql, log, clock, ...context }: WorkerContext,
  payload: ImportRunPayload,
  job: JobRun,
): Promise<JobEnd | null> {
  const { household_id: householdId, import_id: importId, run_id: runId } = payload;
  const run = { householdId, importId, runId };
  const holder = await findUndoHolder(sql, run);
  if (holder === null) return null;
  let deaths = 0;
  const work = {
    ...undoLease(run),
    watch: async () => ((await findUndoHolder(sql, run)) === null ? new LeaseLostError() : null),
    onVanished: async (tx: Tx) => {
      deaths = await countUndoDeath(tx, holder, run);
    },
  };
  const end = await withLease({ sql, log, clock, ...context }, work, job, async (held) => {
    const fail = async (code: string, message: string): Promise<JobEnd> => {
      await held.write((tx) => failUndo(tx, holder, run, { code, message }));
      return { status: 'failed', code, failed: true };
    };
    if (deaths >= DEATHS_MAX) {
      const told = `${DEATHS_MAX} workers died while undoing; nothing was changed. Try again.`;
      return fail('worker_lost', told);
    }
    try {
      const removed = await held.writeLong(async (tx) => {
        await requireUndoRun(tx, holder, run);
        let rowsDone = 0;
        held.show({ step: 'undoing', rowsDone });
        const source = { householdId, sourceId: importId };
        const summary = await undoWrites(tx, source, clock.now(), (records) => {
          rowsDone += records;
          held.show({ step: 'undoing', rowsDone });
        });
        await takeBackProfile(tx, run);
        await finishUndo(tx, holder, run, summary);
        return Object.values(summary.removed).reduce((sum, count) => sum + count, 0);
      });
      return { status: 'undone', counts: { removed } };
    } catch (error) {
      if (!isDataFault(error) && !(job.isLastAttempt && isOwnFault(error))) throw error;
      log.error('an import could not be undone', { import_id: importId, error });
      return fail('undo_failed', 'Undoing failed; nothing was changed.');
    }
  });
  await analyzeAfter(sql, end?.counts?.['removed'] ?? 0);
  return end;
}
