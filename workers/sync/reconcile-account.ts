import type { Tx } from '../../shared/db/connect.ts';
import { lockAccountLedger } from '../../shared/store/ledger/lock-ledger.ts';
import { adoptImportedRows } from '../../shared/store/syncs/adopt-imported.ts';
import { advanceWatermark } from '../../shared/store/syncs/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/store/syncs/provider-accounts.ts';
import {
  applyAbsences,
  applyClaims,
  applySuppressions,
  deleteTakenAliases,
  insertFreshRows,
  insertSuggestions,
  updateKnownRows,
} from '../../shared/store/syncs/reconcile-writes.ts';
import { countSeenKnown } from '../../shared/store/syncs/read-coverage.ts';
import type { ReadScope } from '../../shared/store/syncs/staged-read.ts';
import {
  assignSyntheticKeys,
  countEdgeRepeats,
  countStagedRows,
  deleteEdgeRepeats,
  deleteStagedRows,
} from '../../shared/store/syncs/staged-transactions.ts';
import { updateSyncAccount } from '../../shared/store/syncs/sync-accounts.ts';
import type { SyncAccount, SyncCounts } from '../../shared/store/syncs/sync-accounts.ts';
import { reconcile } from '../provider/reconcile.ts';
import type { Decisions, ReadFacts } from '../provider/reconcile-types.ts';
import { loadCandidates } from './load-candidates.ts';
import { note, withNote } from './notes.ts';
import { addCounts } from './read-transactions.ts';
import type { LeasedRun } from './sync-scope.ts';

/**
 * Step 3. Turns the staged read into the ledger in one transaction: known rows, claims, new rows,
 * absences, the watermark and the checkpoint. Either all of it happened or nothing.
 */
export async function reconcileAccount(
  scope: LeasedRun,
  account: SyncAccount,
  link: LinkedAccount,
): Promise<void> {
  const { householdId, context } = scope;
  const rows: ReadScope = {
    householdId,
    accountId: account.accountId,
    syncAccountId: account.id,
  };
  await scope.write(async (tx) => {
    const now = context.clock.now();
    await lockAccountLedger(tx, householdId, account.accountId);
    await settleEdgeRepeats(tx, account);
    const lacking = await lacksRows(tx, account);
    const rejected = account.counts.rejected ?? 0;
    const obscured = rejected > 0 && rejected > (await countSeenKnown(tx, rows));
    const read = readFactsOf(account, { lacking, obscured });
    await assignSyntheticKeys(tx, account.id);
    const updated = await updateKnownRows(tx, rows, now);
    const input = await loadCandidates(tx, rows, read, link.contentScope);
    const decisions = reconcile(input);
    const created = await applyDecisions(tx, rows, decisions, input.fresh, now);
    if (read.complete && account.readOn !== null) {
      const floor = account.historyFloor ?? read.from;
      await advanceWatermark(tx, householdId, link.id, { on: account.readOn, floor, at: now });
    }
    await deleteStagedRows(tx, account.id);
    const counts = addCounts(account.counts, countsOf(decisions, updated, created));
    const errors = lacking ? withNote(account.errors, note('total_mismatch')) : account.errors;
    const change = { counts, errors, readComplete: read.complete, step: 'holdings' } as const;
    await updateSyncAccount(tx, householdId, account, change, now);
  });
}

function readFactsOf(
  account: SyncAccount,
  { lacking, obscured }: { lacking: boolean; obscured: boolean },
): ReadFacts {
  return {
    obscured,
    complete: account.readComplete === true && !lacking,
    pendingAsked: account.includePending === true,
    from: account.readFrom ?? '1970-01-01',
    to: account.readTo ?? '1970-01-01',
  };
}

/**
 * Rows without an id that appear again on a later page are either twins or one row that slid over the
 * page edge. The provider's own total settles it when every page states the same one and it fits.
 */
async function settleEdgeRepeats(tx: Tx, account: SyncAccount): Promise<void> {
  const [first] = account.totals;
  if (first === undefined || first.stated === null || account.totals.length < 2) return;
  const total = first.stated;
  const oneTotal = account.totals.every((page) => page.stated === total && page.rows < total);
  if (!oneTotal || Object.values(dropped(account.counts)).some((count) => count > 0)) return;
  const { distinctRows, repeats } = await countEdgeRepeats(tx, account.id);
  if (repeats > 0 && distinctRows - repeats === total) await deleteEdgeRepeats(tx, account.id);
}

/** Whether the provider's own total names more rows than came: a list that shrank or a page that came twice. */
async function lacksRows(tx: Tx, account: SyncAccount): Promise<boolean> {
  const stated = Math.max(...account.totals.map((page) => page.stated ?? 0), 0);
  if (stated === 0) return false;
  const unstaged = Object.values(dropped(account.counts)).reduce((sum, count) => sum + count, 0);
  return stated > unstaged + (await countStagedRows(tx, account.id));
}

/** Rows that never reached the stage: then the totals cannot be compared. */
function dropped({
  rejected = 0,
  held = 0,
  filtered = 0,
  pending_dropped = 0,
}: Partial<SyncCounts>) {
  return { rejected, held, filtered, pending_dropped };
}

async function applyDecisions(
  tx: Tx,
  rows: ReadScope,
  decisions: Decisions,
  fresh: readonly { ref: string; pending: boolean }[],
  now: Date,
): Promise<number> {
  const pendingByRef = new Map(fresh.map((row) => [row.ref, row.pending]));
  const claims = decisions.claims.map(({ ref, id }) => ({ id, key: ref }));
  const former = await applyClaims(tx, rows, claims, now);
  const suppressedKeys = decisions.suppressed.map(({ ref }) => ref);
  const notInserted = [...former, ...suppressedKeys, ...decisions.deferred];
  const inserted = await insertFreshRows(tx, rows, notInserted, now);
  const created = inserted - (await adoptImportedRows(tx, rows, now));
  await deleteTakenAliases(tx, rows);
  const suppressed = decisions.suppressed.map(({ ref, by }) => ({
    key: ref,
    pending: pendingByRef.get(ref) ?? false,
    id: 'id' in by ? by.id : null,
    byKey: 'ref' in by ? by.ref : null,
  }));
  await applySuppressions(tx, rows, suppressed, now);
  await applyAbsences(tx, rows, decisions, now);
  const suggestions = decisions.suggestions.map(({ ref, candidates }) => ({
    key: ref,
    candidates,
  }));
  await insertSuggestions(tx, rows, suggestions, now);
  return created;
}

function countsOf(decisions: Decisions, updated: number, created: number): Partial<SyncCounts> {
  return {
    created,
    updated: updated + decisions.claims.length,
    claimed: decisions.claims.length,
    suppressed: decisions.suppressed.length,
    suggested: decisions.suggestions.length,
    removed: decisions.removed.length,
    flagged: decisions.flagged.length,
    deferred: decisions.deferred.length,
  };
}
