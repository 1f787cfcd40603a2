import { randomUUID } from 'node:crypto';
import { UNDO_DAYS } from '#preflight/states';
import { AppError } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { undoImport } from '../../shared/queue/undo-import.ts';
import { takeBackUndo, updateToUndoing } from '../../shared/removal/undo/undo-runs.ts';
import type { UndoRun } from '../../shared/removal/undo/undo-runs.ts';
import type { ApiContext } from '../context.ts';

/** What is to be undone: an import of a CSV or an import session, and until when it can be. */
interface Undoable {
  holder: 'imports' | 'import_sessions';
  householdId: string;
  id: string;
  until: Date;
}

/** Begins to undo a locked import. Throws an error of the given code when it is too old. */
export async function beginUndo(
  { clock }: ApiContext,
  tx: Tx,
  { holder, householdId, id, until }: Undoable,
  tooOld: ErrorCode,
): Promise<UndoRun> {
  if (until < clock.now()) {
    throw new AppError(tooOld, {
      publicMessage: `An import can be undone for ${UNDO_DAYS} days; this one is older.`,
    });
  }
  const run = { householdId, importId: id, runId: randomUUID() };
  await updateToUndoing(tx, holder, run);
  return run;
}

const UNQUEUED = 'It could not be queued; try again in a moment.';

/** Adds the job of an undo; when the queue is away the run is taken back, so that the client can repeat it. */
export async function enqueueUndo(
  { sql, queues, log }: ApiContext,
  holder: Undoable['holder'],
  run: UndoRun,
): Promise<void> {
  const payload = { household_id: run.householdId, import_id: run.importId, run_id: run.runId };
  try {
    await undoImport.enqueue(queues, payload);
  } catch (cause) {
    log.warn('an undo could not be queued', { import_id: run.importId, error: cause });
    const error = { code: 'import_enqueue_failed', message: UNQUEUED };
    // Else the job arrived although the queue did not say so, and a worker has begun.
    if (!(await takeBackUndo(sql, holder, run, error))) return;
    throw new AppError('import_enqueue_failed', {
      publicMessage: UNQUEUED,
      retryAfterSeconds: 5,
      details: { import_id: run.importId },
      cause,
    });
  }
}
