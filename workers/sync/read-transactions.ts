import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayInZone } from '../../shared/days.ts';
import type { ProviderTransaction, TransactionsPage } from '../../shared/provider/types.ts';
import { findOldestPending } from '../../shared/store/syncs/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/store/syncs/provider-accounts.ts';
import { insertSeenKeys, insertStagedRows } from '../../shared/store/syncs/staged-transactions.ts';
import { updateSyncAccount } from '../../shared/store/syncs/sync-accounts.ts';
import type {
  SyncAccount,
  SyncAccountChange,
  SyncCounts,
} from '../../shared/store/syncs/sync-accounts.ts';
import { keyOfRow, normalizeRow } from '../provider/normalize.ts';
import type { AccountFacts, NormalRow } from '../provider/normalize.ts';
import { readWindow } from '../provider/read-window.ts';
import { note, withNote } from './notes.ts';
import type { SyncScope } from './sync-scope.ts';

/** The window of a read, fixed when it begins: a resumed read asks for the same days. */
interface ReadPlan {
  on: string;
  from: string;
  to: string;
  floor: string;
  includePending: boolean;
}

/**
 * Step 2. Reads all pages into the stage. Each page is committed with its checkpoint, so that whoever
 * goes on after a crash asks for the next page and stages none twice.
 */
export async function readTransactions(
  scope: SyncScope,
  planned: SyncAccount,
  link: LinkedAccount,
): Promise<void> {
  let account = planned;
  const plan = await planRead(scope, account, link);
  const facts: AccountFacts = {
    providerAccountId: link.contentScope,
    timeZone: scope.timeZone,
    currency: account.listCurrency ?? account.balanceCurrency ?? link.currency,
  };
  do {
    await scope.checkGoing();
    const query = {
      from: plan.from,
      to: plan.to,
      includePending: plan.includePending,
      page: account.pageToken,
    };
    const page = await scope.client.fetchTransactionsPage(
      link.providerAccountId,
      query,
      scope.signal,
    );
    account = await stagePage(scope, account, page, plan, facts);
  } while (account.pageToken !== null);
}

async function planRead(
  scope: SyncScope,
  account: SyncAccount,
  link: LinkedAccount,
): Promise<ReadPlan> {
  const { readOn, readFrom, readTo, historyFloor, includePending } = account;
  if (readOn !== null && readFrom !== null && readTo !== null && historyFloor !== null) {
    const pending = includePending ?? false;
    return { on: readOn, from: readFrom, to: readTo, floor: historyFloor, includePending: pending };
  }
  const { config, clock, sql } = scope.context;
  const on = dayInZone(clock.now(), scope.timeZone);
  const window = readWindow({
    today: on,
    watermark: link.watermark,
    oldestPending: await findOldestPending(sql, scope.householdId, link.accountId),
    historyStart: scope.used.historyStart,
    knownFloor: link.historyFloor,
    initialDays: config.providerInitialDays,
    lookbackDays: config.providerLookbackDays,
  });
  const plan = { on, ...window, includePending: config.providerIncludePending };
  const change: SyncAccountChange = {
    readOn: on,
    readFrom: plan.from,
    readTo: plan.to,
    historyFloor: plan.floor,
    includePending: plan.includePending,
  };
  await scope.write((tx) => updateSyncAccount(tx, scope.householdId, account, change, clock.now()));
  return plan;
}

async function stagePage(
  scope: SyncScope,
  account: SyncAccount,
  page: TransactionsPage,
  plan: ReadPlan,
  facts: AccountFacts,
): Promise<SyncAccount> {
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
  const last = page.next === null;
  const change = {
    pageToken: page.next,
    pages: account.pages + 1,
    rowsRead: account.rowsRead + page.rows.length,
    totals: [...account.totals, { stated: page.total, rows: page.rows.length }],
    counts,
    errors,
    warnings,
    ...(last
      ? {
          step: 'reconcile' as const,
          // Held rows may be the posted form of pending ones: absence means nothing then.
          readComplete: page.stopped === null && (counts.held ?? 0) === 0,
        }
      : {}),
  };
  await scope.write(async (tx) => {
    const target = { syncAccountId: account.id, page: change.pages };
    await insertStagedRows(tx, target, judged.rows);
    await insertSeenKeys(tx, account.id, judged.seenKeys);
    const now = scope.context.clock.now();
    await updateSyncAccount(tx, scope.householdId, account, change, now);
  });
  scope.report.count({ pages: 1, rows: page.rows.length });
  return { ...account, ...change };
}

type PageCounts = Pick<SyncCounts, 'rejected' | 'held' | 'filtered' | 'pending_dropped'>;

/** Rows judged at a stretch: leases and locks are renewed in between, however long the page is. */
const ROWS_AT_A_STRETCH = 1000;

/** What the rows of a page turned out to be. */
interface JudgedPage {
  /** Fit for the stage. */
  rows: NormalRow[];
  /** How many are not, by reason. */
  counts: PageCounts;
  /** Keys of rows that cannot be understood: they are there all the same. */
  seenKeys: string[];
  currencyInvalid: number;
}

/** Judges the rows of a page, one by one. */
async function judgePage(
  rows: readonly ProviderTransaction[],
  plan: Pick<ReadPlan, 'floor' | 'includePending'>,
  facts: AccountFacts,
): Promise<JudgedPage> {
  const counts: PageCounts = { rejected: 0, held: 0, filtered: 0, pending_dropped: 0 };
  const kept: NormalRow[] = [];
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
    } else if (verdict.row.date < plan.floor) counts.filtered += 1;
    else {
      if (verdict.currencyInvalid) currencyInvalid += 1;
      kept.push(verdict.row);
    }
  }
  return { rows: kept, counts, seenKeys, currencyInvalid };
}

/** Adds counts up, key by key. */
export function addCounts(
  counts: Partial<SyncCounts>,
  more: Partial<SyncCounts>,
): Partial<SyncCounts> {
  const sum: Partial<SyncCounts> = { ...counts };
  for (const [key, value] of Object.entries(more) as [keyof SyncCounts, number][]) {
    sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}
