import type { Tx } from '../../shared/postgres/connect.ts';
import {
  markRequiresUpdate,
  markSynced,
  suspendFailing,
} from '../../shared/sync/store/connection-syncs.ts';
import { deleteStaged } from '../../shared/sync/store/staged-pages.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import { endAccounts } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { finishSync } from '../../shared/sync/store/sync-progress.ts';
import type { SyncNote } from '../../shared/ledger/account-link.ts';
import type { FinalSyncStatus } from '../../shared/sync/store/syncs.ts';
import type { JobEnd } from '../frame/context.ts';
import { note, noteOf } from './notes.ts';
import type { LeasedRun } from './sync-scope.ts';

const HOUR_MS = 3_600_000;

export interface RunEnd {
  status: FinalSyncStatus;
  errors: SyncNote[];
  /** rate_limited: how long the provider wants to be left alone. */
  retryAfterMs?: number;
  /** The key was refused: its owner must act. */
  requiresUpdate?: string | undefined;
}

/** After temporary failures the next sync comes within hours rather than half a day later. */
const PASSING: ReadonlySet<string> = new Set([
  'provider_unavailable',
  'invalid_response',
  'accounts_empty',
  'internal_error',
  'credential_unreadable',
]);

/** The best end that the accounts' results allow. */
export function endOf(accounts: readonly SyncAccount[]): RunEnd {
  const troubled = accounts.some((account) => account.errors.length > 0);
  const nothing = accounts.length > 0 && !accounts.some(wasReadWhole);
  return {
    status: troubled ? 'completed_with_errors' : 'completed',
    errors: nothing ? [note('accounts_failed', accounts.length)] : [],
  };
}

function wasReadWhole(account: SyncAccount): boolean {
  return account.readComplete === true;
}

function isFailed({ status, limitedUntil }: SyncAccount): boolean {
  return status === 'failed' || (status === 'skipped' && limitedUntil !== null);
}

/** Failures that the operator has to fix. They say nothing about the bank. */
const OPERATORS: ReadonlySet<string> = new Set([
  'internal_error',
  'credential_unreadable',
  'redirect_blocked',
  'worker_lost',
]);

/**
 * The code that degrades a connection: of the account list, or of the first account that was tried and not
 * fully read. Null when all is well, undefined when the run proves nothing. An account that the provider
 * calls disconnected or no longer lists shows that in its own state.
 */
function faultOf(end: RunEnd, accounts: readonly SyncAccount[]): string | null | undefined {
  if (end.status === 'failed') {
    const code = end.errors[0]?.code;
    return code === undefined || OPERATORS.has(code) ? undefined : code;
  }
  if (end.status !== 'completed' && end.status !== 'completed_with_errors') return undefined;
  return accounts.find(isFailed)?.errors[0]?.code ?? null;
}

/** The end of the run for its job: a run that read no account completely has failed, whatever else it brought. */
export function jobEndOf(end: RunEnd, accounts: readonly SyncAccount[]): JobEnd {
  const [first] = end.errors;
  const counts: Record<string, number> = { accounts: accounts.length };
  for (const account of accounts) {
    const own = { pages: account.pages, rows: account.rowsRead, ...account.counts };
    for (const [unit, count] of Object.entries(own)) counts[unit] = (counts[unit] ?? 0) + count;
  }
  return {
    status: end.status,
    code: accounts.find(isFailed)?.errors[0]?.code ?? first?.code ?? null,
    failed: end.status === 'failed' || (end.status === 'completed_with_errors' && !!first),
    counts,
  };
}

/** When the scheduler may start the next run: half a day to a day, spread so that runs do not bunch up. @internal */
function nextSyncAt(end: RunEnd, accounts: readonly SyncAccount[], now: Date): Date {
  const codes = [...end.errors, ...accounts.flatMap((account) => account.errors)];
  const passing = codes.some(({ code }) => PASSING.has(code));
  const [least, spread] = passing ? [HOUR_MS, HOUR_MS] : [12 * HOUR_MS, 12 * HOUR_MS];
  const regular = now.getTime() + least + Math.floor(Math.random() * spread);
  // A little more than the provider asks for, as clocks differ.
  const allowed =
    now.getTime() + (end.retryAfterMs ?? 0) + 1000 + Math.floor(Math.random() * 60_000);
  return new Date(end.status === 'rate_limited' ? allowed : Math.max(regular, allowed));
}

/**
 * Writes the end of a run and its consequences for its accounts and its connection, in the caller's transaction. True if this
 * suspends the connection.
 */
export async function endRun(
  tx: Tx,
  { householdId, syncId, used }: Pick<LeasedRun, 'householdId' | 'syncId' | 'used'>,
  end: RunEnd,
  accounts: readonly SyncAccount[],
  now: Date,
): Promise<boolean> {
  const { status, errors } = end;
  const run = { householdId, id: syncId };
  await finishSync(tx, run, { status, errors, now });
  await endAccounts(tx, run, errors[0] ?? noteOf(new ProviderError('cancelled')), now);
  const unfinished = accounts.filter(({ step, pages }) => step !== 'done' && pages > 0);
  for (const { id } of unfinished) await deleteStaged(tx, { householdId, syncAccountId: id });
  const isRefused = end.requiresUpdate !== undefined;
  const hasRead = accounts.some(wasReadWhole);
  const fault = isRefused ? undefined : faultOf(end, accounts);
  const isFailure = isRefused ? !hasRead : jobEndOf(end, accounts).failed === true;
  await markSynced(tx, used, {
    nextSyncAt: nextSyncAt(end, accounts, now),
    syncedAt: hasRead ? now : null,
    reached: status === 'completed' || status === 'completed_with_errors',
    fault,
    failed: fault === undefined && !isRefused ? null : isFailure,
    now,
  });
  if (end.requiresUpdate === undefined) return suspendFailing(tx, used, now);
  await markRequiresUpdate(tx, used, end.requiresUpdate, now);
  return false;
}
