import { UNDO_DAYS } from '../../packages/preflight/states.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { Run, RunKind } from '../../shared/queue/runs/run-kind.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import type { ApiContext } from '../context.ts';

/** What is to be undone: an import of a CSV or an import session, and until when it can be. */
interface Undoable {
  kind: RunKind;
  householdId: string;
  id: string;
  until: Date;
}

/** Begins to undo a locked import. Throws an error of the given code when it is too old. */
export async function beginUndo(
  { clock }: ApiContext,
  tx: Tx,
  { kind, householdId, id, until }: Undoable,
  tooOld: ErrorCode,
): Promise<Run> {
  if (until < clock.now()) {
    throw new AppError(tooOld, {
      publicMessage: `An import can be undone for ${UNDO_DAYS} days; this one is older.`,
    });
  }
  return beginRun(tx, kind, { householdId, id });
}
