import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import type { CsvImportType } from '#preflight/report';
import type { RowError } from '#preflight/rows/import-row';
import { ROW_SHAPES } from '#preflight/rows/import-row';
import { judgeImport as judging } from '../../queue/runs/kinds.ts';
import type { Run } from '../../queue/runs/run-kind.ts';
import { beginRun } from '../../queue/runs/run-store.ts';
import { countImportVerdicts } from '../imports.ts';
import type { Import } from '../imports.ts';
import { PUBLISHERS } from './publish-rows.ts';
import { resolveRowAccounts } from './row-accounts.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** At most this many rows are judged within a request, in some tenths of a second. A worker judges larger files. */
const JUDGED_AT_ONCE_MAX = 5000;

/**
 * Judges the rows of a new reading, or begins a run in which a worker does: judging a large file within a request could
 * exceed the statement timeout. The import must be locked. Returns the run, or null if the rows are judged.
 */
export async function judgeReading(
  tx: Tx,
  { householdId, importId }: CsvScope,
  type: CsvImportType,
): Promise<Run | null> {
  const { rowsCount } = await countImportVerdicts(tx, householdId, importId);
  if (rowsCount <= JUDGED_AT_ONCE_MAX) {
    await judgeImport(tx, { householdId, importId }, type);
    return null;
  }
  return beginRun(tx, judging, { householdId, id: importId }, tx`, skip_invalid = false`);
}

/**
 * Judges again after rows of these amounts have changed: only rows of the same amounts if no others can match in this
 * import, else all rows.
 */
export async function judgeChange(
  tx: Tx,
  scope: CsvScope,
  type: CsvImportType,
  amounts: readonly string[],
): Promise<void> {
  const isBounded = await PUBLISHERS[type].matchesByAmount?.(tx, scope);
  await judgeImport(tx, isBounded === true ? { ...scope, amounts } : scope, type);
}

/** Decides for every row of the scope what publishing would do with it now, and counts the verdicts. */
export async function judgeImport(
  tx: Tx,
  scope: CsvScope,
  type: CsvImportType,
): Promise<Pick<Import, 'rowsCount' | 'verdicts'>> {
  if (ROW_SHAPES[type].inAccount) {
    await resolveRowAccounts(tx, scope);
    await markHomeless(tx, scope);
  }
  await PUBLISHERS[type].judge(tx, scope);
  return countImportVerdicts(tx, scope.householdId, scope.importId);
}

/** Marks rows as invalid whose account has been deleted since, and that do not name one themselves. */
async function markHomeless(tx: Tx, scope: CsvScope): Promise<void> {
  const error: RowError = {
    code: 'blank_required_value',
    message: 'Neither the row nor the import names an account',
    field: 'account',
  };
  await tx`
    update import_rows r
    set verdict = 'invalid', of_id = null, certainty = null, errors = errors || ${jsonParameter(tx, [error])}::jsonb
    where ${ofImport(tx, scope)}
      and r.account_id is null
      and r.account is null
      and r.verdict in ('new', 'duplicate', 'update')`;
}
