import type { Tx } from '../../../db/connect.ts';
import type { ImportError } from '../../../imports/states.ts';
import { lockLedger } from '../../ledger/lock-ledger.ts';
import { insertScheduledRuleRun } from '../../rules/rule-runs.ts';
import { insertRuleWorkOfImport } from '../../rules/rule-work.ts';
import { journalWrites } from '../../undo/journal.ts';
import { finishCsvRun, requireCsvRun } from '../import-runs.ts';
import type { CsvRun } from '../import-runs.ts';
import { listInvalidLines } from '../import-rows.ts';
import { countImportVerdicts } from '../imports.ts';
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

/**
 * Publishes an import in the caller's transaction: judges its rows again under the household's write lock, so
 * that what another import or a sync wrote in between counts, and writes them. Returns the id of the rule run that
 * follows. Throws UnpublishableError, and LeaseLostError when the run is over.
 */
export async function publishRun(tx: Tx, run: CsvRun): Promise<string | null> {
  const { householdId, importId } = run;
  const { type, skipInvalid } = await requireCsvRun(tx, run);
  await lockLedger(tx, householdId);
  await journalWrites(tx, importId);
  await judgeImport(tx, run, type);
  const invalid = skipInvalid ? null : await findInvalidRows(tx, householdId, importId);
  if (invalid !== null) throw new UnpublishableError(invalid);
  const written = await PUBLISHERS[type].write(tx, run);
  await countImportVerdicts(tx, householdId, importId);
  await finishCsvRun(tx, run, {
    created: withoutZeros(written.created),
    updated: withoutZeros(written.updated),
  });
  await insertRuleWorkOfImport(tx, householdId, importId);
  return insertScheduledRuleRun(tx, householdId, 'import');
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
