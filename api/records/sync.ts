import { NO_COUNTS } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount, SyncCounts } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import { COUNT, DATE, nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

/** A finding: a stable code, a fixed sentence, and how many rows it concerns. */
export const syncNote: JsonSchema = object(
  { code: { type: 'string' }, message: { type: 'string' }, count: COUNT },
  { optional: ['count'] },
);

const NOTES: JsonSchema = { type: 'array', items: { $ref: '#/components/schemas/SyncNote' } };

export const syncCounts: JsonSchema = object({
  created: COUNT,
  updated: COUNT,
  adopted: { ...COUNT, description: 'Rows of imported files that the bank’s rows replaced.' },
  claimed: {
    ...COUNT,
    description: 'Stored rows that got another key: pending ones that posted, reissued ids.',
  },
  suppressed: { ...COUNT, description: 'Listed rows that are already stored in another form.' },
  suggested: COUNT,
  removed: { ...COUNT, description: 'Pending rows missing from two complete reads.' },
  flagged: { ...COUNT, description: 'The same, but edited by a person: kept and flagged.' },
  deferred: { ...COUNT, description: 'Left for a complete read.' },
  rejected: { ...COUNT, description: 'Amount or date unreadable.' },
  filtered: { ...COUNT, description: 'Before the start of the history.' },
  held: { ...COUNT, description: 'Currency unknown.' },
  pending_dropped: { ...COUNT, description: 'Pending rows that were not requested.' },
});

/** What a run did with one account. */
export const syncAccount: JsonSchema = object({
  account_id: UUID,
  status: {
    type: 'string',
    enum: ['pending', 'running', 'completed', 'completed_with_errors', 'failed', 'skipped'],
  },
  step: { type: 'string', enum: ['balance', 'transactions', 'reconcile', 'holdings', 'done'] },
  read_from: nullable(DATE),
  read_to: nullable(DATE),
  complete: {
    type: ['boolean', 'null'],
    description: 'Whether the list was read completely; null until known.',
  },
  pages: COUNT,
  rows: COUNT,
  counts: { $ref: '#/components/schemas/SyncCounts' },
  errors: NOTES,
  warnings: NOTES,
});

export const sync: JsonSchema = object({
  id: UUID,
  provider_connection_id: UUID,
  trigger: { type: 'string', enum: ['manual', 'scheduled', 'connection'] },
  status: { type: 'string', enum: SYNC_STATUSES },
  progress: object({
    accounts_total: COUNT,
    accounts_done: COUNT,
    pages: COUNT,
    rows: COUNT,
    waiting_until: {
      ...nullable(TIMESTAMP),
      description: 'Until when the run waits for a rate limit, in UTC; null while it does not.',
    },
    held_by: {
      anyOf: [{ type: 'string', enum: ['paused', 'provider_down'] }, { type: 'null' }],
      description:
        'Why the run is held back, null when it is not: the service’s operator pauses it, or its provider is down. It continues by itself; that time does not count.',
    },
    held_since: { ...nullable(TIMESTAMP), description: 'Since when; null: it is not held.' },
  }),
  counts: { $ref: '#/components/schemas/SyncCounts' },
  errors: { ...NOTES, description: 'Errors of the run as a whole.' },
  warnings: NOTES,
  accounts: { type: 'array', items: { $ref: '#/components/schemas/SyncAccount' } },
  cancel_requested: { type: 'boolean' },
  started_at: nullable(TIMESTAMP),
  finished_at: nullable(TIMESTAMP),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

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
