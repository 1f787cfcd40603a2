import { UNDO_DAYS } from '../../packages/preflight/states.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { RunKind } from '../../shared/queue/runs/run-kind.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';

/** What is to be undone: an import of a CSV or an import session, and until when it can be. */
interface Undoable {
  kind: RunKind;
  householdId: string;
  id: string;
  until: Date;
}

/** Begins to undo a locked import and returns the job. Throws an error of the given code when it is too old. */
export async function beginUndo(
  tx: Tx,
  { kind, householdId, id, until }: Undoable,
  now: Date,
  tooOld: ErrorCode,
): Promise<NewJob> {
  if (until < now) {
    throw new AppError(tooOld, {
      publicMessage: `An import can be undone for ${UNDO_DAYS} days; this one is older.`,
    });
  }
  return jobOf(kind, await beginRun(tx, kind, { householdId, id }));
}
