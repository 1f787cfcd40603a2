import type { Tx } from '../../shared/postgres/connect.ts';
import { fitSplits } from '../../shared/ledger/transaction-splits.ts';
import { insertRuleWork } from '../../shared/rules/store/rule-work.ts';
import { lockAccountLedger } from '../../shared/ledger/lock-ledger.ts';
import { adoptImportedRows } from '../../shared/sync/store/adopt-imported.ts';
import { advanceWatermark } from '../../shared/sync/store/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/sync/store/provider-accounts.ts';
import {
  assignSyntheticKeys,
  countEdgeRepeats,
  deleteEdgeRepeats,
  fillReadRows,
  markKnownRows,
  measureRead,
} from '../../shared/sync/store/read-rows.ts';
import type { ReadMeasure } from '../../shared/sync/store/read-rows.ts';
import {
  applyAbsences,
  applyClaims,
  applySuppressions,
  deleteTakenAliases,
  insertFreshRows,
  insertSuggestions,
  updateKnownRows,
} from '../../shared/sync/store/reconcile-writes.ts';
import { countSeenKnown } from '../../shared/sync/store/read-coverage.ts';
import { hasRowsOf } from '../../shared/sync/store/read-scope.ts';
import type { ReadScope } from '../../shared/sync/store/read-scope.ts';
import { deleteStaged, insertSeenKeys } from '../../shared/sync/store/staged-pages.ts';
import { addCounts, updateSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type {
  SyncAccount,
  SyncAccountChange,
  SyncCounts,
} from '../../shared/sync/store/sync-accounts.ts';
import { reconcile } from '../../shared/imports/match/tiers/reconcile.ts';
import type {
  Decisions,
  ReadFacts,
  ReconcileInput,
} from '../../shared/imports/match/tiers/match-state.ts';
import { loadCandidates } from './load-candidates.ts';
import { note, withNote } from './notes.ts';
import type { LeasedRun } from './sync-scope.ts';

/** The page that completes a read. It is not staged: its rows are written with the reconciliation. */
export interface LastPage {
  lines: string;
  seenKeys: readonly string[];
  /** What it changes about the account of the run. */
  change: SyncAccountChange;
}

const NOTHING_KNOWN = { known: 0, differing: 0, retold: 0 };

/**
 * Step 3. Writes a read into the ledger in one transaction, all or nothing: known rows, claims, new rows, absences, the watermark
 * and the checkpoint.
 * @param last null if the read ended with a staged page, for whatever reason
 */
export async function reconcileAccount(
  scope: LeasedRun,
  before: SyncAccount,
  link: LinkedAccount,
  last: LastPage | null = null,
): Promise<void> {
  const { householdId, context } = scope;
  const account = { ...before, ...last?.change };
  const rows: ReadScope = {
    householdId,
    accountId: account.accountId,
    syncAccountId: account.id,
  };
  await scope.write(async (tx) => {
    // Other writers of the account do not have to wait until rows are compared.
    const listed = await gatherRead(tx, rows, before, last);
    const lacking = lacksRows(account, listed.rows);
    await lockAccountLedger(tx, householdId, account.accountId);
    const now = context.clock.now();
    const rejected = account.counts.rejected ?? 0;
    const obscured = rejected > 0 && rejected > (await countSeenKnown(tx, rows));
    const read = readFactsOf(account, { lacking, obscured });
    const isNew = !(await hasRowsOf(tx, 'transactions', 'provider', rows));
    const { known, differing, retold } = isNew ? NOTHING_KNOWN : await markKnownRows(tx, rows);
    const corrected = differing + retold > 0 ? await updateKnownRows(tx, rows, now) : [];
    const fresh = listed.rows - known;
    const input = await loadCandidates(
      tx,
      rows,
      read,
      { ...listed, fresh, isNew },
      link.contentScope,
    );
    const decisions = reconcile(input);
    const { split, added, ...written } = await applyDecisions(tx, rows, decisions, input, {
      fresh,
      differing,
      now,
    });
    const fitted = await fitLines(tx, rows, [...corrected, ...split], now);
    const odd = fitted + added;
    const warnings =
      odd === 0 ? account.warnings : withNote(account.warnings, note('split_amount_changed', odd));
    if (read.complete && account.readOn !== null) {
      const floor = account.historyFloor ?? read.from;
      await advanceWatermark(tx, householdId, link.id, { on: account.readOn, floor, at: now });
    }
    const isAlone = last !== null && last.seenKeys.length === 0 && before.pages === 0;
    if (!isAlone) await deleteStaged(tx, rows);
    const counts = addCounts(account.counts, countsOf(decisions, differing, written));
    const errors = lacking ? withNote(account.errors, note('total_mismatch')) : account.errors;
    const change = {
      counts,
      errors,
      warnings,
      readComplete: read.complete,
      step: 'holdings',
    } as const;
    await updateSyncAccount(tx, householdId, account, { ...last?.change, ...change }, now);
  });
}

/** Lets the lines of split rows follow what the bank corrected. Returns how many have another amount than their lines had. */
async function fitLines(tx: Tx, { householdId }: ReadScope, split: readonly string[], now: Date) {
  const { lineIds, added } = await fitSplits(tx, householdId, split, now);
  await insertRuleWork(tx, householdId, null, lineIds);
  return added;
}

/** Collects all rows of the read and gives each its key. */
async function gatherRead(
  tx: Tx,
  rows: ReadScope,
  account: SyncAccount,
  last: LastPage | null,
): Promise<ReadMeasure> {
  // Rows already staged when a read begins are left over from an abandoned read.
  const staged = last === null || account.pageToken !== null;
  await fillReadRows(tx, rows, { staged, lastPage: last?.lines ?? null });
  if (last !== null) await insertSeenKeys(tx, rows.syncAccountId, last.seenKeys);
  const measured = await measureRead(tx);
  const repeats = await settleEdgeRepeats(tx, { ...account, ...last?.change }, measured);
  if (measured.keyless > repeats) await assignSyntheticKeys(tx);
  return { ...measured, rows: measured.rows - repeats };
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
 * Rows without an id that reappear on a later page are either twins or one row that slid over the page edge. The provider's own
 * total decides, if every page states the same one and it fits. Returns how many rows were removed.
 */
async function settleEdgeRepeats(tx: Tx, account: SyncAccount, { rows, keyless }: ReadMeasure) {
  const [first] = account.totals;
  const isOneRow = keyless < 2 || account.totals.length < 2;
  if (first === undefined || first.stated === null || isOneRow || rows <= first.stated) return 0;
  const total = first.stated;
  const oneTotal = account.totals.every((page) => page.stated === total && page.rows < total);
  if (!oneTotal || countDropped(account.counts) > 0) return 0;
  const repeats = await countEdgeRepeats(tx);
  if (repeats === 0 || rows - repeats !== total) return 0;
  await deleteEdgeRepeats(tx);
  return repeats;
}

/** Whether the provider's own total exceeds the rows that came: the list shrank, or a page came twice. */
function lacksRows(account: SyncAccount, rows: number): boolean {
  const stated = Math.max(...account.totals.map((page) => page.stated ?? 0), 0);
  return stated > 0 && stated > countDropped(account.counts) + rows;
}

/** How many rows never reached the stage: with any, the totals cannot be compared. */
function countDropped(counts: Partial<SyncCounts>): number {
  const { rejected = 0, held = 0, filtered = 0, pending_dropped = 0 } = counts;
  return rejected + held + filtered + pending_dropped;
}

async function applyDecisions(
  tx: Tx,
  rows: ReadScope,
  decisions: Decisions,
  input: ReconcileInput,
  { fresh, differing, now }: { fresh: number; differing: number; now: Date },
): Promise<
  Pick<SyncCounts, 'created' | 'adopted' | 'claimed'> & { split: string[]; added: number }
> {
  const pendingByRef = new Map(input.fresh.map((row) => [row.ref, row.pending]));
  const imported = new Set(input.open.filter(({ key }) => key === null).map(({ id }) => id));
  const settled = decisions.claims.map(({ ref, id }) => ({ id, key: ref }));
  const claims = settled.filter(({ id }) => !imported.has(id));
  const adopting = settled.filter(({ id }) => imported.has(id));
  const { formerKeys: former, split } = await applyClaims(tx, rows, claims, now);
  const taken = [...claims.map(({ key }) => key), ...decisions.suppressed.map(({ ref }) => ref)];
  const notInserted = [...former, ...taken, ...decisions.deferred];
  const inserted = fresh === 0 ? 0 : await insertFreshRows(tx, rows, notInserted, now);
  const written = differing + claims.length + inserted;
  const none = { replaced: 0, adopted: 0, added: 0 };
  const { replaced, adopted, added } =
    written === 0 ? none : await adoptImportedRows(tx, rows, adopting, now);
  const formerKeys = input.aliased.map(({ key }) => key);
  await deleteTakenAliases(tx, rows, formerKeys);
  const suppressed = decisions.suppressed.map(({ ref, by }) => ({
    key: ref,
    pending: pendingByRef.get(ref) ?? false,
    id: 'id' in by ? by.id : null,
    byKey: 'ref' in by ? by.ref : null,
  }));
  await applySuppressions(tx, rows, suppressed, now);
  await applyAbsences(tx, rows, decisions, now);
  await insertSuggestions(tx, rows, decisions.suggestions, now);
  return { created: inserted - replaced, adopted, claimed: claims.length, split, added };
}

function countsOf(
  decisions: Decisions,
  updated: number,
  written: Pick<SyncCounts, 'created' | 'adopted' | 'claimed'>,
): Partial<SyncCounts> {
  return {
    ...written,
    updated: updated + written.claimed,
    suppressed: decisions.suppressed.length,
    suggested: decisions.suggestions.length,
    removed: decisions.removed.length,
    flagged: decisions.flagged.length,
    deferred: decisions.deferred.length,
  };
}
