import type { AnySql, Tx } from '../../postgres/connect.ts';
import type { PageToken } from '../client/types.ts';
import { recordAccountResults } from './provider-accounts.ts';
import { deleteStaged } from './staged-pages.ts';
import type { SyncNote } from '../../ledger/account-link.ts';

export type SyncStep = 'balance' | 'transactions' | 'reconcile' | 'holdings' | 'done';
type SyncAccountStatus =
  'pending' | 'running' | 'completed' | 'completed_with_errors' | 'failed' | 'skipped';

/** The counts of what a run did with the rows of one account, all zero. */
export const NO_COUNTS = {
  created: 0,
  updated: 0,
  /** Rows of imported files that became the bank's. */
  adopted: 0,
  claimed: 0,
  suppressed: 0,
  suggested: 0,
  removed: 0,
  flagged: 0,
  /** Left for a later, complete read. */
  deferred: 0,
  /** Amount or date unreadable. */
  rejected: 0,
  /** Dated before the start of the history. */
  filtered: 0,
  /** Currency unknown. */
  held: 0,
  /** Pending rows that were not requested. */
  pending_dropped: 0,
};
export type SyncCounts = typeof NO_COUNTS;

export function addCounts<Counts extends Partial<SyncCounts>>(
  counts: Counts,
  more: Partial<SyncCounts>,
): Counts {
  const sum: Counts = { ...counts };
  for (const [key, value] of Object.entries(more) as [keyof SyncCounts, number][]) {
    sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}

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
  /** Until when the account is set aside in this run, because of a rate limit that is its own, or may be. */
  limitedUntil: Date | null;
  pages: number;
  rowsRead: number;
  /** Per page: the length of the list as stated, and the number of rows. */
  totals: { stated: number | null; rows: number }[];
  counts: Partial<SyncCounts>;
  errors: SyncNote[];
  warnings: SyncNote[];
  /** Workers that vanished while working on it since its last checkpoint; deaths while merely waiting do not count. */
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

export async function withAccounts<Run extends { readonly id: string }>(
  sql: AnySql,
  householdId: string,
  runs: readonly Run[],
): Promise<(Run & { accounts: SyncAccount[] })[]> {
  const ids = runs.map(({ id }) => id);
  const all = await listSyncAccounts(sql, householdId, ids);
  return runs.map((run) => ({ ...run, accounts: all.filter(({ syncId }) => syncId === run.id) }));
}

/** Adds one account to a run; idempotent. */
export async function insertSyncAccount(
  sql: AnySql,
  householdId: string,
  {
    linkId,
    ...plan
  }: Pick<
    SyncAccount,
    | 'syncId'
    | 'linkId'
    | 'accountId'
    | 'position'
    | 'status'
    | 'listCurrency'
    | 'limitedUntil'
    | 'errors'
    | 'warnings'
  >,
): Promise<void> {
  const row = {
    ...plan,
    householdId,
    providerAccountId: linkId,
    step: plan.status === 'skipped' ? 'done' : 'balance',
    errors: sql.json(plan.errors as never),
    warnings: sql.json(plan.warnings as never),
  };
  await sql`
    insert into sync_accounts ${sql(row)}
    on conflict (sync_id, provider_account_id) do nothing`;
}

/** What a step may change; absent fields stay as they are. */
export type SyncAccountChange = Partial<
  Omit<
    SyncAccount,
    'id' | 'syncId' | 'linkId' | 'accountId' | 'position' | 'listCurrency' | 'deaths'
  >
>;

/** The account was deleted or merged while a run read it, or its link now belongs to another account. */
export class AccountMovedError extends Error {
  override readonly name = 'AccountMovedError';

  constructor() {
    super('the account is not what the run read any more');
  }
}

/**
 * Writes a change; a new step or page is a checkpoint. Call it in the transaction that writes the account's rows: if the account is
 * no longer the one in `account`, it throws AccountMovedError, which rolls them back.
 */
export async function updateSyncAccount(
  tx: Tx,
  householdId: string,
  account: Pick<SyncAccount, 'id' | 'accountId'>,
  change: SyncAccountChange,
  now: Date,
): Promise<void> {
  const values: Record<string, unknown> = { updatedAt: now };
  if (change.step !== undefined || change.pages !== undefined) {
    Object.assign(values, { deaths: 0, atRisk: false });
  }
  for (const [key, value] of Object.entries(change)) {
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
    values[key === 'pageToken' ? 'nextPage' : key] = isJson ? tx.json(value as never) : value;
  }
  const { count } = await tx`
    update sync_accounts
    set ${tx(values as Record<string, never>)}
    where household_id = ${householdId}
      and id = ${account.id}
      and account_id = ${account.accountId}`;
  if (count === 0) throw new AccountMovedError();
}

/** Ends the accounts that a run which is over did not finish, and says why; each account keeps what became of it. */
export async function endAccounts(
  tx: AnySql,
  run: { householdId: string; id: string },
  reason: SyncNote,
  now: Date,
): Promise<void> {
  // Whoever moves or reads an account locks its link before what runs have of it.
  await tx`
    select
    from provider_accounts
    where household_id = ${run.householdId}
      and id in (
        select provider_account_id
        from sync_accounts
        where household_id = ${run.householdId}
          and sync_id = ${run.id}
      )
    order by id
    for no key update`;
  await tx`
    update sync_accounts
    set status = case
        when status = 'pending' then 'skipped'
        when read_complete then 'completed_with_errors'
        else 'failed'
      end,
      errors = case
        when errors @> ${tx.json([{ code: reason.code }])} then errors
        else errors || ${tx.json([reason] as never)}
      end,
      updated_at = ${now}
    where household_id = ${run.householdId}
      and sync_id = ${run.id}
      and status in ('pending', 'running')`;
  await recordAccountResults(tx, run.householdId, run.id, now);
}

/**
 * Moves the link to another account. A run that is reading it starts over: its window and the hashes of staged rows belonged to the
 * former account.
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
