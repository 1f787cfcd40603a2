import type { UndoSummary } from '../../imports/kept-record.ts';
import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { undoImport } from '../../queue/runs/kinds.ts';
import type { Run, RunKind } from '../../queue/runs/run-kind.ts';
import { updateRun } from '../../queue/runs/run-store.ts';

/** Ends a run that undid an import or a session. */
export async function finishUndo(
  tx: Tx,
  kind: RunKind,
  run: Run,
  summary: UndoSummary,
): Promise<void> {
  const json = jsonParameter(tx, summary);
  const shown =
    kind.name === undoImport.name
      ? tx`summary = summary || ${json}::jsonb, rows_done = rows_count`
      : tx`undo_summary = ${json}`;
  await updateRun(tx, kind, run, tx`status = 'undone', undone_at = now(), error = null, ${shown}`);
}
