import type { Tx } from '../../../db/connect.ts';
import { jsonParameter } from '../../../db/json-parameter.ts';
import type { CsvImportType } from '../../../imports/report.ts';
import type { RowError } from '../../../imports/rows/import-row.ts';
import { ROW_SHAPES } from '../../../imports/rows/import-row.ts';
import { countImportVerdicts } from '../imports.ts';
import { PUBLISHERS } from './publish-rows.ts';
import { resolveRowAccounts } from './row-accounts.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** Decides for every row what publishing would do with it now, and counts the verdicts. */
export async function judgeImport(tx: Tx, scope: CsvScope, type: CsvImportType): Promise<void> {
  if (ROW_SHAPES[type].inAccount) {
    await resolveRowAccounts(tx, scope);
    await markHomeless(tx, scope);
  }
  await PUBLISHERS[type].judge(tx, scope);
  await countImportVerdicts(tx, scope.householdId, scope.importId);
}

/** Marks rows whose account has been deleted since and that do not name one themselves. */
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
