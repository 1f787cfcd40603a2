import type { SyncAccount, SyncCounts } from '../../shared/sync/store/sync-accounts.ts';
import { NO_COUNTS } from '../../shared/sync/store/sync-accounts.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A run on the wire, with the progress of its accounts. */
export function presentSync(sync: Sync, accounts: readonly SyncAccount[]): Schemas['Sync'] {
  const done = accounts.filter(({ status }) => status !== 'pending' && status !== 'running');
  return {
    id: sync.id,
    provider_connection_id: sync.connectionId,
    trigger: sync.trigger,
    status: sync.status,
    progress: {
      accounts_total: accounts.length,
      accounts_done: done.length,
      pages: accounts.reduce((sum, { pages }) => sum + pages, 0),
      rows: accounts.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      waiting_until: presentTimestamp(sync.waitingUntil),
      held_by: sync.heldBy,
      held_since: presentTimestamp(sync.heldAt),
    },
    counts: sumCounts(accounts.map(({ counts }) => counts)),
    errors: sync.errors,
    warnings: sync.warnings,
    accounts: accounts.map(presentSyncAccount),
    cancel_requested: sync.cancelRequestedAt !== null,
    started_at: presentTimestamp(sync.startedAt),
    finished_at: presentTimestamp(sync.finishedAt),
    created_at: presentTimestamp(sync.createdAt),
    updated_at: presentTimestamp(sync.updatedAt),
  };
}

function presentSyncAccount(account: SyncAccount) {
  return {
    account_id: account.accountId,
    status: account.status,
    step: account.step,
    read_from: account.readFrom,
    read_to: account.readTo,
    complete: account.readComplete,
    pages: account.pages,
    rows: account.rowsRead,
    counts: sumCounts([account.counts]),
    errors: account.errors,
    warnings: account.warnings,
  };
}

export function sumCounts(all: readonly Partial<SyncCounts>[]): SyncCounts {
  const sum = { ...NO_COUNTS };
  for (const key of Object.keys(sum) as (keyof SyncCounts)[]) {
    for (const counts of all) sum[key] += counts[key] ?? 0;
  }
  return sum;
}
