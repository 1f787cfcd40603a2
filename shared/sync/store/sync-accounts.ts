import type { AnySql, Tx } from '../../postgres/connect.ts';
import type { PageToken } from '../client/types.ts';
import { deleteStaged } from './staged-pages.ts';
import type { SyncNote } from '../../ledger/account-link.ts';

export type SyncStep = 'balance' | 'transactions' | 'reconcile' | 'holdings' | 'done';
type SyncAccountStatus =
  'pending' | 'running' | 'completed' | 'completed_with_errors' | 'failed' | 'skipped';

/** What one run did with the rows of one account. */
export interface SyncCounts {
  created: number;
  updated: number;
  /** Rows of imported files that are the bank's since. */
  adopted: number;
  claimed: number;
  suppressed: number;
  suggested: number;
  removed: number;
  flagged: number;
  /** Left for a complete read. */
  deferred: number;
  /** Amount or date unreadable. */
  rejected: number;
  /** Dated before the start of the history. */
  filtered: number;
  /** Currency unknown. */
  held: number;
  /** Pending rows that were not requested. */
  pending_dropped: number;
}

export const NO_COUNTS: SyncCounts = {
  created: 0,
  updated: 0,
  adopted: 0,
  claimed: 0,
  suppressed: 0,
  suggested: 0,
  removed: 0,
  flagged: 0,
  deferred: 0,
  rejected: 0,
  filtered: 0,
  held: 0,
  pending_dropped: 0,
};

/** One account of one run: its progress, checkpoint and result. */
export interface SyncAccount {
  id: string;
  syncId: string;
  /** The link (provider_accounts.id). */
  linkId: string;
  accountId: string;
  position: number;
  status: SyncAccountStatus;
  step: SyncStep;
  listCurrency: string | null;
  balanceCurrency: string | null;
  readOn: string | null;
  readFrom: string | null;
  readTo: string | null;
  historyFloor: string | null;
  includePending: boolean | null;
  pageToken: PageToken | null;
  readComplete: boolean | null;
  /** Set aside in this run until a rate limit ends that is its own, or may be. */
  limitedUntil: Date | null;
  pages: number;
  rowsRead: number;
  /** Per page: the stated length of the list, and that of the page. */
  totals: { stated: number | null; rows: number }[];
  counts: Partial<SyncCounts>;
  errors: SyncNote[];
  warnings: SyncNote[];
  /** Workers that vanished while working on it since its last checkpoint; those that only waited do not count. */
  deaths: number;
}

const columns = (sql: AnySql) => sql`
  id, sync_id, provider_account_id as link_id, account_id, position, status, step, list_currency,
  balance_currency, read_on, read_from, read_to, history_floor, include_pending, next_page as page_token,
  read_complete, limited_until, pages, rows_read, totals, counts, errors, warnings, deaths`;

/** The accounts of a run in reading order. */
export async function listSyncAccounts(
  sql: AnySql,
  householdId: string,
  syncIds: readonly string[],
): Promise<SyncAccount[]> {
  return sql<SyncAccount[]>`
    select ${columns(sql)}
    from sync_accounts
    where household_id = ${householdId}
      and sync_id = any(${syncIds as string[]}::uuid[])
    order by sync_id, position`;
}

/** Adds one account to a run; repeating it is harmless. */
export async function insertSyncAccount(
  sql: AnySql,
  householdId: string,
  plan: {
    syncId: string;
    linkId: string;
    accountId: string;
    position: number;
    status: 'pending' | 'skipped';
    listCurrency: string | null;
    limitedUntil: Date | null;
    errors: SyncNote[];
    warnings: SyncNote[];
  },
): Promise<void> {
  await sql`
    insert into sync_accounts (
      household_id, sync_id, provider_account_id, account_id, position, status, step, list_currency, limited_until,
      errors, warnings
    )
    values (
      ${householdId}, ${plan.syncId}, ${plan.linkId}, ${plan.accountId}, ${plan.position}, ${plan.status},
      ${plan.status === 'skipped' ? 'done' : 'balance'}, ${plan.listCurrency}, ${plan.limitedUntil},
      ${sql.json(plan.errors as never)}, ${sql.json(plan.warnings as never)}
    )
    on conflict (sync_id, provider_account_id) do nothing`;
}

/** The columns that a step may change; absent ones stay. */
export type SyncAccountChange = Partial<
  Pick<
    SyncAccount,
    | 'status'
    | 'step'
    | 'balanceCurrency'
    | 'readOn'
    | 'readFrom'
    | 'readTo'
    | 'historyFloor'
    | 'includePending'
    | 'pageToken'
    | 'readComplete'
    | 'limitedUntil'
    | 'pages'
    | 'rowsRead'
    | 'totals'
    | 'counts'
    | 'errors'
    | 'warnings'
  >
>;

const columnOf = {
  status: 'status',
  step: 'step',
  balanceCurrency: 'balance_currency',
  readOn: 'read_on',
  readFrom: 'read_from',
  readTo: 'read_to',
  historyFloor: 'history_floor',
  includePending: 'include_pending',
  pageToken: 'next_page',
  readComplete: 'read_complete',
  limitedUntil: 'limited_until',
  pages: 'pages',
  rowsRead: 'rows_read',
  totals: 'totals',
  counts: 'counts',
  errors: 'errors',
  warnings: 'warnings',
} as const satisfies Record<keyof SyncAccountChange, string>;

const JSON_KEYS: ReadonlySet<string> = new Set([
  'pageToken',
  'totals',
  'counts',
  'errors',
  'warnings',
]);

/** The account was deleted or merged while a run read it, or its link now belongs to another account. */
export class AccountMovedError extends Error {
  override readonly name = 'AccountMovedError';

  constructor() {
    super('the account is not what the run read any more');
  }
}

/**
 * Writes a change; a new step or page is a checkpoint. Call it in the transaction of the rows it stands for: throws
 * AccountMovedError, which rolls them back, when the account is no longer the one in `account`.
 */
export async function updateSyncAccount(
  tx: Tx,
  householdId: string,
  account: Pick<SyncAccount, 'id' | 'accountId'>,
  change: SyncAccountChange,
  now: Date,
): Promise<void> {
  const values: Record<string, unknown> = { updated_at: now };
  if (change.step !== undefined || change.pages !== undefined) {
    Object.assign(values, { deaths: 0, at_risk: false });
  }
  for (const [key, column] of Object.entries(columnOf)) {
    const value = change[key as keyof SyncAccountChange];
    if (value === undefined) continue;
    const isJson = JSON_KEYS.has(key) && value !== null;
    values[column] = isJson ? tx.json(value as never) : value;
  }
  const { count } = await tx`
    update sync_accounts
    set ${tx(values as Record<string, never>)}
    where household_id = ${householdId}
      and id = ${account.id}
      and account_id = ${account.accountId}`;
  if (count === 0) throw new AccountMovedError();
}

/**
 * Moves the link to another account. A run that is reading it starts again: its window and the hashes of staged
 * rows belonged to the former account.
 */
export async function moveSyncAccounts(
  tx: Tx,
  householdId: string,
  linkId: string,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx`
    update sync_accounts
    set account_id = ${accountId}
    where household_id = ${householdId}
      and provider_account_id = ${linkId}`;
  const begun = await tx<{ id: string }[]>`
    update sync_accounts
    set step = 'balance',
      balance_currency = null,
      read_on = null,
      read_from = null,
      read_to = null,
      history_floor = null,
      include_pending = null,
      next_page = null,
      read_complete = null,
      pages = 0,
      rows_read = 0,
      totals = '[]',
      counts = '{}',
      errors = '[]',
      warnings = '[]',
      deaths = 0,
      at_risk = false,
      updated_at = ${now}
    where household_id = ${householdId}
      and provider_account_id = ${linkId}
      and status in ('pending', 'running')
    returning id`;
  for (const { id } of begun) await deleteStaged(tx, { householdId, syncAccountId: id });
}
