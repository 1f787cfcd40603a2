import { setImmediate as nextTurn } from 'node:timers/promises';
import { addDays, dayInZone } from '#preflight/days';
import type { ProviderTransaction, TransactionsPage } from '../../shared/sync/client/types.ts';
import { findOldestPending } from '../../shared/sync/store/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/sync/store/provider-accounts.ts';
import {
  deleteStaged,
  insertSeenKeys,
  insertStagedPage,
  toLines,
} from '../../shared/sync/store/staged-pages.ts';
import type { StagedInsert } from '../../shared/sync/store/staged-pages.ts';
import { addCounts, updateSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount, SyncCounts } from '../../shared/sync/store/sync-accounts.ts';
import { keyOfRow, normalizeRow } from './normalize.ts';
import type { AccountFacts } from './normalize.ts';
import { note, withNote } from './notes.ts';
import { reconcileAccount } from './reconcile-account.ts';
import type { LastPage } from './reconcile-account.ts';
import type { SyncScope } from './sync-scope.ts';

/** The window of a read, fixed when it begins: a resumed read requests the same days. */
interface ReadPlan {
  readOn: string;
  readFrom: string;
  readTo: string;
  historyFloor: string;
  includePending: boolean;
}

/**
 * Steps 2 and 3. Reads all pages: each is staged and committed with its checkpoint, so that a worker that continues after a crash
 * requests the next page and stages none twice. The last page is not staged but reconciled together with the others.
 */
export async function readTransactions(
  scope: SyncScope,
  planned: SyncAccount,
  link: LinkedAccount,
): Promise<void> {
  const plan = await planRead(scope, planned, link);
  let account: SyncAccount = { ...planned, ...plan };
  const facts: AccountFacts = {
    providerAccountId: link.contentScope,
    zoneAt: scope.zoneAt,
    currency: account.listCurrency ?? account.balanceCurrency ?? link.currency,
  };
  for (;;) {
    await scope.checkGoing();
    const query = {
      from: plan.readFrom,
      to: plan.readTo,
      includePending: plan.includePending,
      page: account.pageToken,
    };
    const page = await scope.client.fetchTransactionsPage(
      link.providerAccountId,
      query,
      scope.signal,
    );
    const read = await readPage(account, page, plan, facts);
    scope.report.count({ pages: 1, rows: page.rows.length });
    if (page.next === null) {
      // A cancel that was requested while the account was read leaves the account untouched.
      await scope.checkGoing();
      await reconcileAccount(scope, account, link, read);
      return;
    }
    await stagePage(scope, account, read);
    account = { ...account, ...read.change };
  }
}

async function planRead(
  scope: SyncScope,
  account: SyncAccount,
  link: LinkedAccount,
): Promise<ReadPlan> {
  const { readFrom, readTo, historyFloor, includePending } = account;
  if (account.readOn !== null && readFrom !== null && readTo !== null && historyFloor !== null) {
    return {
      readOn: account.readOn,
      readFrom,
      readTo,
      historyFloor,
      includePending: includePending ?? false,
    };
  }
  const { config, clock, sql } = scope.context;
  const now = clock.now();
  const readOn = dayInZone(now, scope.zoneAt(now.getTime()));
  const window = readWindow({
    today: readOn,
    watermark: link.watermark,
    oldestPending: await findOldestPending(sql, scope.householdId, link.accountId),
    historyStart: scope.used.historyStart,
    knownFloor: link.historyFloor,
    initialDays: config.providerInitialDays,
    lookbackDays: config.providerLookbackDays,
  });
  const plan = {
    readOn,
    readFrom: window.from,
    readTo: window.to,
    historyFloor: window.floor,
    includePending: config.providerIncludePending,
  };
  await scope.write((tx) => updateSyncAccount(tx, scope.householdId, account, plan, clock.now()));
  return plan;
}

async function stagePage(
  scope: SyncScope,
  account: SyncAccount,
  { lines, seenKeys, change }: ReadPage,
): Promise<void> {
  const stage = { householdId: scope.householdId, syncAccountId: account.id };
  await scope.write(async (tx) => {
    // Rows already staged when a read begins are left over from an abandoned read.
    if (account.pageToken === null) await deleteStaged(tx, stage);
    await insertStagedPage(tx, stage, change.pages, lines);
    await insertSeenKeys(tx, account.id, seenKeys);
    await updateSyncAccount(tx, scope.householdId, account, change, scope.context.clock.now());
  });
}

/** A page that was read: its rows, and what it changes about the account of the run. */
type ReadPage = LastPage & { change: { pages: number } };

async function readPage(
  account: SyncAccount,
  page: TransactionsPage,
  plan: ReadPlan,
  facts: AccountFacts,
): Promise<ReadPage> {
  const judged = await judgePage(page.rows, plan, facts);
  const counts = addCounts(account.counts, judged.counts);
  let { errors, warnings } = account;
  if (page.stopped !== null) errors = withNote(errors, note(page.stopped));
  if (judged.counts.rejected > 0) {
    errors = withNote(errors, note('row_invalid', judged.counts.rejected));
  }
  if (judged.counts.held > 0) {
    errors = withNote(errors, note('currency_unknown', judged.counts.held));
  }
  if (judged.currencyInvalid > 0) {
    warnings = withNote(warnings, note('currency_invalid', judged.currencyInvalid));
  }
  const change = {
    pageToken: page.next,
    pages: account.pages + 1,
    rowsRead: account.rowsRead + page.rows.length,
    totals: [...account.totals, { stated: page.total, rows: page.rows.length }],
    counts,
    errors,
    warnings,
    // Held rows may be the posted form of pending ones, so absence means nothing then.
    ...(page.next === null
      ? { readComplete: page.stopped === null && (counts.held ?? 0) === 0 }
      : {}),
  };
  return { change, seenKeys: judged.seenKeys, lines: toLines(change.pages, judged.rows) };
}

type PageCounts = Pick<SyncCounts, 'rejected' | 'held' | 'filtered' | 'pending_dropped'>;

/** How many rows are judged in one go: leases and locks are renewed in between, however long the page is. */
const ROWS_AT_A_STRETCH = 1000;

interface JudgedPage {
  /** Fit for the stage. */
  rows: StagedInsert[];
  /** How many are not fit, by reason. */
  counts: PageCounts;
  /** Keys of unreadable rows, which are present all the same. */
  seenKeys: string[];
  currencyInvalid: number;
}

async function judgePage(
  rows: readonly ProviderTransaction[],
  plan: Pick<ReadPlan, 'historyFloor' | 'includePending'>,
  facts: AccountFacts,
): Promise<JudgedPage> {
  const counts: PageCounts = { rejected: 0, held: 0, filtered: 0, pending_dropped: 0 };
  const kept: StagedInsert[] = [];
  const seenKeys: string[] = [];
  let currencyInvalid = 0;
  for (const [index, raw] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await nextTurn();
    if (raw.pending && !plan.includePending) {
      counts.pending_dropped += 1;
      continue;
    }
    const verdict = normalizeRow(raw, facts);
    if (verdict.kind !== 'row') {
      counts[verdict.kind] += 1;
      const key = keyOfRow(raw);
      if (key !== null) seenKeys.push(key);
    } else if (verdict.row.date < plan.historyFloor) counts.filtered += 1;
    else {
      if (verdict.currencyInvalid) currencyInvalid += 1;
      kept.push(verdict.row);
    }
  }
  return { rows: kept, counts, seenKeys, currencyInvalid };
}

/** @internal */
export type WindowFacts = {
  /** The household's local day at the start of the read. */
  today: string;
  /** Day of the last complete read of this account; null: never, or linked again since. */
  watermark: string | null;
  /** Date of the oldest pending row still open. */
  oldestPending: string | null;
  /** First day that the user wants to see; null: `initialDays` back. */
  historyStart: string | null;
  /** The floor of an earlier complete read: history does not move along with the calendar. */
  knownFloor: string | null;
  initialDays: number;
  lookbackDays: number;
};

type ReadWindow = {
  /** The requested days, inclusive. */
  from: string;
  to: string;
  /** Rows before this day are dropped; rows between it and `from` are late arrivals and are stored. */
  floor: string;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** Which days to request. Deliberately overlaps the last read: banks add rows with older dates. @internal */
export function readWindow(facts: WindowFacts): ReadWindow {
  const firstRead = addDays(facts.today, -facts.initialDays);
  const floor = facts.historyStart ?? earlier(facts.knownFloor ?? firstRead, firstRead);
  // One day ahead: at the bank it may already be tomorrow.
  const to = addDays(facts.today, 1);
  // The history may have to begin earlier than it was ever read: a deeper start was requested meanwhile.
  const unread = facts.knownFloor !== null && floor < facts.knownFloor;
  if (facts.watermark === null || unread) return { from: earlier(floor, to), to, floor };
  const lookback = addDays(facts.watermark, -facts.lookbackDays);
  const pending = facts.oldestPending === null ? lookback : addDays(facts.oldestPending, -1);
  return { from: later(earlier(lookback, pending), floor), to, floor };
}
