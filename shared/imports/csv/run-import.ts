import type { Tx } from '../../postgres/connect.ts';
import type { ImportError, ImportStep } from '#preflight/states';
import { lockLedger } from '../../ledger/lock-ledger.ts';
import { insertScheduledRuleRun } from '../../rules/store/rule-runs.ts';
import { insertRuleWorkOfImport } from '../../rules/store/rule-work.ts';
import { signChanges } from '../../changes/sign-changes.ts';
import { LeaseLostError } from '../../queue/leases.ts';
import { judgeImport as judging, publishImport } from '../../queue/runs/kinds.ts';
import type { Run, RunKind } from '../../queue/runs/run-kind.ts';
import { lockRun, updateRun } from '../../queue/runs/run-store.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { findImport } from '../imports.ts';
import { withoutZeros } from '../kept-record.ts';
import type { Import, ImportSummary } from '../imports.ts';
import { saveProfileOfImport, teachProfileOfImport } from '../profiles/saved-profiles.ts';
import { judgeImport } from './judge-import.ts';
import { PUBLISHERS } from './publish-rows.ts';

const LISTED_MAX = 100;

/** Invalid rows as an error that lists the first of them; null if there are none. */
export async function findInvalidRows(
  tx: Tx,
  householdId: string,
  importId: string,
): Promise<ImportError | null> {
  const rows = await tx<{ line: number }[]>`
    select line
    from import_rows
    where household_id = ${householdId}
      and import_id = ${importId}
      and verdict = 'invalid'
    order by line
    limit ${LISTED_MAX}`;
  if (rows.length === 0) return null;
  return {
    code: 'invalid_rows',
    message: 'Some rows have errors: correct or exclude them before publishing.',
    lines: rows.map(({ line }) => line),
  };
}

/** Shows people the progress of a run, outside of its transaction. */
export type ShowProgress = (progress: { step: ImportStep; rowsDone: number }) => void;

/** Judges the rows of an import in the caller's transaction. Throws LeaseLostError when the run is over. */
export async function judgeRun(tx: Tx, run: Run, show: ShowProgress): Promise<void> {
  const { type } = await importOfRun(tx, judging, run);
  show({ step: 'judging', rowsDone: 0 });
  await judgeImport(tx, { householdId: run.householdId, importId: run.id }, type);
  await updateRun(tx, judging, run, tx`judged = true`);
}

/** What publishing came to: an error, which its rows explain, or the rule run that follows, if any. */
export type Published = { invalid: ImportError } | { ruleRunId: string | null };

/**
 * Publishes an import in the caller's transaction: judges its rows again under the household's write lock, because
 * another import or a sync may have written meanwhile, and writes them. With `invalid` it has written only the verdicts.
 * Throws LeaseLostError when the run is over.
 */
export async function publishRun(
  tx: Tx,
  run: Run,
  show: ShowProgress = () => undefined,
): Promise<Published> {
  const { householdId, id: importId } = run;
  const scope = { householdId, importId };
  const found = await importOfRun(tx, publishImport, run);
  const { type } = found;
  await lockLedger(tx, householdId);
  await signChanges(tx, { by: 'import', id: importId });
  show({ step: 'judging', rowsDone: 0 });
  const { rowsCount, verdicts } = await judgeImport(tx, scope, type);
  const invalid = found.skipInvalid ? null : await findInvalidRows(tx, householdId, importId);
  if (invalid !== null) return { invalid };
  let rowsDone = rowsCount - (verdicts.new ?? 0);
  show({ step: 'writing', rowsDone });
  const written = await PUBLISHERS[type].write(tx, scope, (rows) => {
    rowsDone += rows;
    show({ step: 'writing', rowsDone });
  });
  await saveProfileOfImport(tx, found);
  await teachProfileOfImport(tx, found);
  const summary: ImportSummary = {
    created: withoutZeros(written.created),
    updated: withoutZeros(written.updated),
  };
  const complete = tx`
    status = 'complete',
    judged = true,
    published_at = now(),
    summary = ${jsonParameter(tx, summary)},
    rows_done = rows_count,
    error = null`;
  await updateRun(tx, publishImport, run, complete);
  await insertRuleWorkOfImport(tx, householdId, importId);
  return { ruleRunId: await insertScheduledRuleRun(tx, householdId, 'import') };
}

/** The import of a run, locked until the transaction ends. Throws LeaseLostError when the run is over. */
async function importOfRun(tx: Tx, kind: RunKind, run: Run): Promise<Import> {
  await lockRun(tx, kind, run);
  const found = await findImport(tx, run.householdId, run.id);
  if (found === null) throw new LeaseLostError();
  return found;
}
