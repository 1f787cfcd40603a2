import type { Tx } from '../../shared/postgres/connect.ts';
import { copyIn } from '../../shared/postgres/driver/copy-in.ts';
import { RECORD_TYPES } from '#preflight/records/record-types';
import type { RecordFault, SessionError } from '../../shared/imports/session/session-error.ts';
import { ChunkRejectedError, sessionError } from '../../shared/imports/session/session-error.ts';
import { entityCounts, mergeSummaries } from '../../shared/imports/session/summary.ts';
import type { EntityCounts, Summary } from '../../shared/imports/session/summary.ts';
import {
  applyBalances,
  applyValuations,
} from '../../shared/imports/session/apply-account-history.ts';
import { applyAccounts } from '../../shared/imports/session/apply-accounts.ts';
import { applyBudgetCategories, applyBudgets } from '../../shared/imports/session/apply-budgets.ts';
import { applyDeletedTransactions } from '../../shared/imports/session/apply-deleted.ts';
import { applyHoldings, applyTrades } from '../../shared/imports/session/apply-investments.ts';
import {
  applyCategories,
  applyMerchants,
  applyTags,
} from '../../shared/imports/session/apply-named.ts';
import { applyProfiles } from '../../shared/imports/session/apply-profiles.ts';
import { applyRecurringTransactions } from '../../shared/imports/session/apply-recurring.ts';
import { applyRules } from '../../shared/imports/session/apply-rules.ts';
import { applyTransactions } from '../../shared/imports/session/apply-transactions.ts';
import {
  applyRejectedTransfers,
  applyTransfers,
} from '../../shared/imports/session/apply-transfers.ts';
import { adoptReferences } from '../../shared/imports/session/adopt-references.ts';
import type { Apply, ImportScope } from '../../shared/imports/session/scope.ts';
import { analyzeStages, createStages } from '../../shared/imports/session/stages.ts';
import type { StagedType } from '../../shared/imports/session/stages.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import type { ChunkRecords } from './chunk-records.ts';

const APPLY: Readonly<Record<StagedType, Apply>> = {
  Account: applyAccounts,
  Balance: applyBalances,
  Category: applyCategories,
  Tag: applyTags,
  Merchant: applyMerchants,
  RecurringTransaction: applyRecurringTransactions,
  Transaction: applyTransactions,
  DeletedTransaction: applyDeletedTransactions,
  Transfer: applyTransfers,
  RejectedTransfer: applyRejectedTransfers,
  Trade: applyTrades,
  Holding: applyHoldings,
  Valuation: applyValuations,
  Budget: applyBudgets,
  BudgetCategory: applyBudgetCategories,
  ImportProfile: applyProfiles,
};

export interface ChunkListener {
  /** Called after each batch and each type, with the number of lines so far; may throw to stop. */
  onProgress: (linesDone: number) => void;
  /** Called once only the database still has work to do. */
  onStaged: () => void;
}

/**
 * Imports the records of one chunk within the caller's transaction: stages them, then writes type by type in dependency order.
 * Throws ChunkRejectedError if a record cannot be imported. `error` reports the skipped lines; null when every line was a record.
 */
export async function importChunk(
  tx: Tx,
  scope: ImportScope,
  records: ChunkRecords,
  { onProgress, onStaged }: ChunkListener,
): Promise<{ summary: Summary; error: SessionError | null }> {
  if (records.faults.length > 0) {
    const failed = RECORD_TYPES.map(({ entityKey }) => ({
      [entityKey]: entityCounts({ failed: records.failedRecords.get(entityKey) ?? 0 }),
    }));
    throw new ChunkRejectedError(byTypeAndLine(records.faults), mergeSummaries(failed));
  }

  await signChanges(tx, { by: 'import', id: scope.sessionId });
  await createStages(tx);
  const staged = await stageBatches(tx, records, onProgress);
  onStaged();
  // Without statistics the planner may join a large stage row by row.
  await analyzeStages(tx, staged);
  await adoptReferences(tx, scope, staged);
  const summaries: Summary[] = [];
  for (const { name, entityKey } of RECORD_TYPES) {
    let counts: Partial<EntityCounts> = {};
    if (name !== 'Rule') {
      if (staged.has(name)) counts = await APPLY[name](tx, scope);
    } else if (records.rules.length > 0) counts = await applyRules(tx, scope, records.rules);
    onProgress(records.linesCount);
    summaries.push({ [entityKey]: entityCounts(counts) });
    const skipped = records.skippedRecords.get(entityKey) ?? 0;
    summaries.push({ [entityKey]: entityCounts({ skipped }) });
  }
  return { summary: mergeSummaries(summaries), error: skippedLinesError(records) };
}

/** Fills the staging tables. Returns the types that have records. */
async function stageBatches(
  tx: Tx,
  { batches }: ChunkRecords,
  onProgress: (linesDone: number) => void,
): Promise<Set<StagedType>> {
  const staged = new Set<StagedType>();
  for (const { copies, linesDone } of batches) {
    for (const { type, statement, text } of copies) {
      await copyIn(tx, statement, text);
      staged.add(type);
    }
    onProgress(linesDone);
  }
  return staged;
}

/** Faults in the order in which the import would have found them: by type, then by line. */
function byTypeAndLine(faults: readonly RecordFault[]): RecordFault[] {
  const place = (fault: RecordFault): number =>
    RECORD_TYPES.findIndex((type) => type.name === fault.record_type);
  return [...faults].sort((a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0));
}

function skippedLinesError(records: ChunkRecords): SessionError | null {
  if (records.skippedLinesCount === 0) return null;
  return sessionError('lines_skipped', {
    lines: records.skippedLines,
    lines_count: records.skippedLinesCount,
  });
}
