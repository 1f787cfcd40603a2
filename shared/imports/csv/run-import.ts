import type { CsvImportType } from '#preflight/report';
import { warnOfAccounts } from './account-warnings.ts';
import { accounts, merchants } from './named-records.ts';
import { categories } from './categories.ts';
import { hasBankLists } from './claims.ts';
import { warnOfImportedBefore } from './imported-before.ts';
import { judgeTransactions } from './judge-transactions.ts';
import { hasBankIds } from './match-ids.ts';
import { hasCorrected } from './match-corrected.ts';
import { ofImport } from './scope.ts';
import type { Publisher, CsvScope } from './scope.ts';
import { rules } from './rules.ts';
import { hasPending } from './settle-pending.ts';
import { trades } from './trades.ts';
import { writeTransactions } from './write-transactions.ts';
import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { ROW_SHAPES } from '#preflight/rows/import-row';
import type { RowError } from '#preflight/rows/import-row';
import { judgeImport as judging, publishImport } from '../../queue/runs/kinds.ts';
import type { Run, RunKind } from '../../queue/runs/run-kind.ts';
import { beginRun, lockRun, updateRun } from '../../queue/runs/run-store.ts';
import { countImportVerdicts, findImport } from '../imports.ts';
import type { Import, ImportSummary } from '../imports.ts';
import { resolveRowAccounts } from './row-accounts.ts';
import type { ImportError, ImportStep } from '#preflight/states';
import { lockLedger } from '../../ledger/lock-ledger.ts';
import { insertScheduledRuleRun } from '../../rules/store/rule-runs.ts';
import { insertRuleWorkOfImport } from '../../rules/store/rule-work.ts';
import { signChanges } from '../../changes/sign-changes.ts';
import { LeaseLostError } from '../../queue/leases.ts';
import { withoutZeros } from '../kept-record.ts';
import { saveProfileOfImport, teachProfileOfImport } from '../profiles/saved-profiles.ts';

const transactions: Publisher = {
  matchesByAmount: async (tx, scope) =>
    !(await hasBankIds(tx, scope)) &&
    !(await hasPending(tx, scope)) &&
    !(await hasCorrected(tx, scope)) &&
    !(await hasBankLists(tx, scope)),
  judge: judgeTransactions,
  write: writeTransactions,
};

const PUBLISHERS: Readonly<Record<CsvImportType, Publisher>> = {
  TransactionImport: transactions,
  BudgetAppOneImport: transactions,
  BudgetAppTwoImport: transactions,
  BudgetAppThreeImport: transactions,
  TradeImport: trades,
  AccountImport: accounts,
  CategoryImport: categories,
  MerchantImport: merchants,
  RuleImport: rules,
};

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

/** Judges again after rows of these amounts changed: only rows of these amounts if no others can match, else all rows. */
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
async function judgeImport(
  tx: Tx,
  scope: CsvScope,
  type: CsvImportType,
): Promise<Pick<Import, 'rowsCount' | 'verdicts'>> {
  const { inAccount } = ROW_SHAPES[type];
  if (inAccount) {
    await resolveRowAccounts(tx, scope);
    await markHomeless(tx, scope);
  }
  await PUBLISHERS[type].judge(tx, scope);
  if (inAccount) {
    await warnOfAccounts(tx, scope);
    await warnOfImportedBefore(tx, scope);
  }
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
type ShowProgress = (progress: { step: ImportStep; rowsDone: number }) => void;

/** Judges the rows of an import in the caller's transaction. Throws LeaseLostError when the run is over. */
export async function judgeRun(tx: Tx, run: Run, show: ShowProgress): Promise<void> {
  const { type } = await importOfRun(tx, judging, run);
  show({ step: 'judging', rowsDone: 0 });
  await judgeImport(tx, { householdId: run.householdId, importId: run.id }, type);
  await updateRun(tx, judging, run, tx`judged = true`);
}

/** What publishing came to: an error, which its rows explain, or the rule run that follows, if any. */
type Published = { invalid: ImportError } | { ruleRunId: string | null };

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
