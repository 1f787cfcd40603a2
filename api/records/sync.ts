import { addCounts, NO_COUNTS } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount, SyncCounts } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import type { SyncWithAccounts } from '../../shared/sync/store/syncs.ts';
import * as s from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { CODE, ID, MESSAGE, part, record, RUN_TIMES, TIMES } from './record.ts';

export const SYNC_TRIGGER = s.choice(
  ['manual', 'scheduled', 'connection'],
  'What started it: a request, the schedule, or a new connection.',
);

const SYNC_NOTE = s.define(
  'SyncNote',
  'A finding: a stable code, a fixed sentence, and how many rows it concerns.',
  ['code', 'message'],
  {
    code: CODE,
    message: MESSAGE,
    count: s.field(s.COUNT, 'Rows that it concerns; absent where it is not about rows.'),
  },
);
const WARNINGS = s.list(SYNC_NOTE, 'What deserves a look although nothing failed.');
const PAGES = s.field(s.COUNT, 'Pages read from the provider.');
const ROWS = s.field(s.COUNT, 'Rows read from the provider.');

s.define('SyncCounts', 'What became of the rows that a run read.', 'all', {
  created: s.field(s.COUNT, 'Transactions that are new.'),
  updated: s.field(s.COUNT, 'Stored transactions that the bank changed.'),
  adopted: s.field(s.COUNT, 'Rows of imported files that the bank’s rows replaced.'),
  claimed: s.field(
    s.COUNT,
    'Stored rows that got another key: pending ones that posted, reissued ids.',
  ),
  suppressed: s.field(s.COUNT, 'Listed rows that are already stored in another form.'),
  suggested: s.field(
    s.COUNT,
    'Posted transactions that may be one of several pending ones, see GET /transaction_suggestions.',
  ),
  removed: s.field(s.COUNT, 'Pending rows missing from two complete reads.'),
  flagged: s.field(s.COUNT, 'The same, but edited by a person: kept and flagged.'),
  deferred: s.field(s.COUNT, 'Left for a complete read.'),
  rejected: s.field(s.COUNT, 'Amount or date unreadable.'),
  filtered: s.field(s.COUNT, 'Before the start of the history.'),
  held: s.field(s.COUNT, 'Currency unknown.'),
  pending_dropped: s.field(s.COUNT, 'Pending rows that were not requested.'),
});

const presentSyncAccount = record<SyncAccount, 'SyncAccount'>(
  'SyncAccount',
  'What a run did with one account.',
  {
    account_id: s.field(s.UUID, 'The account.'),
    status: s.choice(
      ['pending', 'running', 'completed', 'completed_with_errors', 'failed', 'skipped'],
      'Where it is; `skipped`: it was not to be read, or the run ended before.',
    ),
    step: s.choice(
      ['balance', 'transactions', 'reconcile', 'holdings', 'done'],
      'What was being done last.',
    ),
    read_from: s.nullable(s.DATE, 'The first day that was asked for; null until known.'),
    read_to: s.nullable(s.DATE, 'The last day that was asked for; null until known.'),
    complete: {
      ...s.nullable(s.FLAG, 'Whether the list was read completely; null until known.'),
      read: ({ readComplete }) => readComplete,
    },
    pages: PAGES,
    rows: { ...ROWS, read: ({ rowsRead }) => rowsRead },
    counts: {
      ...s.field(s.ref('SyncCounts'), 'What became of its rows.'),
      read: ({ counts }) => sumCounts([counts]),
    },
    errors: s.list(SYNC_NOTE, 'Why it failed.'),
    warnings: WARNINGS,
  },
);

const progress = part<SyncWithAccounts, Schemas['Sync']['progress']>({
  accounts_total: {
    ...s.field(s.COUNT, 'Accounts to read.'),
    read: ({ accounts }) => accounts.length,
  },
  accounts_done: {
    ...s.field(s.COUNT, 'Of those, how many are read.'),
    read: ({ accounts }) =>
      accounts.filter(({ status }) => status !== 'pending' && status !== 'running').length,
  },
  pages: { ...PAGES, read: ({ accounts }) => totalOf(accounts, ({ pages }) => pages) },
  rows: { ...ROWS, read: ({ accounts }) => totalOf(accounts, ({ rowsRead }) => rowsRead) },
  waiting_until: s.nullable(
    s.TIMESTAMP,
    'Until when the run waits for a rate limit, in UTC; null while it does not.',
  ),
  held_by: s.nullable(
    { type: 'string', enum: ['paused', 'provider_down'] },
    'Why the run is held back, null when it is not: the service’s operator pauses it, or its provider is down. It continues automatically; that time does not count.',
  ),
  held_since: {
    ...s.nullable(s.TIMESTAMP, 'Since when; null: it is not held.'),
    read: ({ heldAt }) => heldAt,
  },
});

export const presentSync = record<SyncWithAccounts, 'Sync'>(
  'Sync',
  'A run that reads a connection: one row from the request to its end.',
  {
    id: ID,
    provider_connection_id: {
      ...s.field(s.UUID, 'The connection that is read.'),
      read: ({ connectionId }) => connectionId,
    },
    trigger: SYNC_TRIGGER,
    status: s.choice(
      SYNC_STATUSES,
      'Where it is; `completed_with_errors`: some accounts failed, see `accounts`.',
    ),
    progress: { ...s.field(progress.schema, 'How far it has got.'), read: progress.present },
    counts: {
      ...s.field(s.ref('SyncCounts'), 'What became of the rows of all accounts.'),
      read: ({ accounts }) => sumCounts(accounts.map(({ counts }) => counts)),
    },
    errors: s.list(SYNC_NOTE, 'Errors of the run as a whole.'),
    warnings: WARNINGS,
    accounts: {
      ...s.list(s.ref('SyncAccount'), 'The run by account.'),
      read: ({ accounts }) => accounts.map(presentSyncAccount),
    },
    cancel_requested: {
      ...s.field(s.FLAG, 'True: it ends as soon as it can.'),
      read: ({ cancelRequestedAt }) => cancelRequestedAt !== null,
    },
    ...RUN_TIMES,
    ...TIMES,
  },
);

export function totalOf(
  accounts: readonly SyncAccount[],
  count: (account: SyncAccount) => number,
): number {
  return accounts.reduce((sum, account) => sum + count(account), 0);
}

export function sumCounts(all: readonly Partial<SyncCounts>[]): SyncCounts {
  return all.reduce<SyncCounts>((sum, counts) => addCounts(sum, counts), NO_COUNTS);
}
