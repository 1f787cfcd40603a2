import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import { jsonParameter } from '../../shared/postgres/json-parameter.ts';
import { undoImport, undoSession } from '../../shared/queue/runs/kinds.ts';
import type { Payload, RunKind } from '../../shared/queue/runs/run-kind.ts';
import { lockRun, updateRun } from '../../shared/queue/runs/run-store.ts';
import { takeBackProfile } from '../../shared/imports/profiles/saved-profiles.ts';
import { undoWrites } from '../../shared/removal/undo/undo-writes.ts';
import type { PerformJob } from '../frame/context.ts';
import { isDataFault } from '../frame/faults.ts';
import { DEATHS_MAX, performRun } from '../frame/perform-run.ts';

/**
 * Undoes a CSV import or an import session exactly once, however often the job is delivered, in a single transaction: a killed
 * worker leaves nothing behind, and the next one starts over.
 */
function undoing<Id extends string>(kind: RunKind<Id>): PerformJob<Payload<Id>> {
  return async (context, payload, job) => {
    const run = kind.runOf(payload);
    const { householdId, id } = run;
    const end = await performRun(context, kind, run, job, {
      isFinal: isDataFault,
      fault: { code: 'undo_failed', message: 'Undoing failed; nothing was changed.' },
      lost: `${DEATHS_MAX} workers died while undoing; nothing was changed. Try again.`,
      async perform(held) {
        const removed = await held.writeLong(async (tx) => {
          await lockRun(tx, kind, run);
          let rowsDone = 0;
          held.show({ step: 'undoing', rowsDone });
          const source = { householdId, sourceId: id };
          const summary = await undoWrites(tx, source, context.clock.now(), (records) => {
            rowsDone += records;
            held.show({ step: 'undoing', rowsDone });
          });
          await takeBackProfile(tx, { householdId, importId: id });
          const json = jsonParameter(tx, summary);
          const shown =
            kind.table === 'imports'
              ? tx`summary = summary || ${json}::jsonb, rows_done = rows_count`
              : tx`undo_summary = ${json}`;
          const end = tx`status = 'undone', undone_at = now(), error = null, ${shown}`;
          await updateRun(tx, kind, run, end);
          return Object.values(summary.removed).reduce((sum, count) => sum + count, 0);
        });
        return { status: 'undone', counts: { removed } };
      },
    });
    await analyzeAfter(context.sql, end?.counts?.['removed'] ?? 0);
    return end;
  };
}

export const performUndoImport = undoing(undoImport);
export const performUndoSession = undoing(undoSession);
