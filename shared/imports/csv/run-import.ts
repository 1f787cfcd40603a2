import type { Tx } from '../../postgres/connect.ts';
import type { ImportError, ImportStep } from '#preflight/states';
import { lockLedger } from '../../ledger/lock-ledger.ts';
import { insertScheduledRuleRun } from '../../rules/store/rule-runs.ts';
import { insertRuleWorkOfImport } from '../../rules/store/rule-work.ts';
import { journalWrites, logJournaled } from '../../changes/journal.ts';
import { finishCsvRun, finishJudging, requireCsvRun } from '../import-runs.ts';
import type { CsvRun } from '../import-runs.ts';
import { listInvalidLines } from '../import-rows.ts';
import { saveProfileOfImport, teachProfileOfImport } from '../profiles/saved-profiles.ts';
import { judgeImport } from './judge-import.ts';
import { PUBLISHERS } from './publish-rows.ts';
import { UnpublishableError } from './scope.ts';

/** The most lines that an answer names. */
const LISTED_MAX = 100;

/** Invalid rows as an error that names the first of them; null when there are none. */
export async function findInvalidRows(
  tx: Tx,
  householdId: string,
  importId: string,
): Promise<ImportError | null> {
  const lines = await listInvalidLines(tx, householdId, importId, LISTED_MAX);
  if (lines.length === 0) return null;
  return {
    code: 'invalid_rows',
    message: 'Some rows have errors: correct or exclude them before publishing.',
    lines,
  };
}

/** Shows people how far a run is, outside of its transaction. */
export type ShowProgress = (progress: { step: ImportStep; rowsDone: number }) => void;

/** Judges the rows of an import in the caller's transaction. Throws LeaseLostError when the run is over. */
export async function judgeRun(tx: Tx, run: CsvRun, show: ShowProgress): Promise<void> {
  const { type } = await requireCsvRun(tx, run);
  show({ step: 'judging', rowsDone: 0 });
  await judgeImport(tx, run, type);
  await finishJudging(tx, run);
}

/**
 * Publishes an import in the caller's transaction: judges its rows again under the household's write lock, so
 * that what another import or a sync wrote in between counts, and writes them. Returns the id of the rule run that
 * follows. Throws UnpublishableError, and LeaseLostError when the run is over.
 */
export async function publishRun(
  tx: Tx,
  run: CsvRun,
  show: ShowProgress = () => undefined,
): Promise<string | null> {
  const { householdId, importId } = run;
  const found = await requireCsvRun(tx, run);
  const { type, skipInvalid } = found;
  await lockLedger(tx, householdId);
  await journalWrites(tx, importId);
  show({ step: 'judging', rowsDone: 0 });
  const { rowsCount, verdicts } = await judgeImport(tx, run, type);
  const invalid = skipInvalid ? null : await findInvalidRows(tx, householdId, importId);
  if (invalid !== null) throw new UnpublishableError(invalid);
  let rowsDone = rowsCount - (verdicts.new ?? 0);
  show({ step: 'writing', rowsDone });
  const written = await PUBLISHERS[type].write(tx, run, (rows) => {
    rowsDone += rows;
    show({ step: 'writing', rowsDone });
  });
  await saveProfileOfImport(tx, found);
  await teachProfileOfImport(tx, found);
  await finishCsvRun(tx, run, {
    created: withoutZeros(written.created),
    updated: withoutZeros(written.updated),
  });
  await logJournaled(tx, { householdId, sourceId: importId });
  await insertRuleWorkOfImport(tx, householdId, importId);
  return insertScheduledRuleRun(tx, householdId, 'import');
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
