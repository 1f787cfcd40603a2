import { NO_COUNTS } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount, SyncCounts } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import {
  choice,
  component,
  COUNT,
  DATE,
  field,
  FLAG,
  list,
  nullable,
  object,
  ref,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import {
  CODE,
  CREATED_AT,
  FINISHED_AT,
  ID,
  MESSAGE,
  part,
  record,
  STARTED_AT,
  UPDATED_AT,
} from './record.ts';

/** What asks for a sync. */
export const SYNC_TRIGGER = choice(
  ['manual', 'scheduled', 'connection'],
  'What asked for it: a request, the clock, or a new connection.',
);

const SYNC_NOTE = component(
  'SyncNote',
  'A finding: a stable code, a fixed sentence, and how many rows it concerns.',
  object(
    {
      code: CODE,
      message: MESSAGE,
      count: field(COUNT, 'Rows that it concerns; absent where it is not about rows.'),
    },
    { required: ['code', 'message'] },
  ),
);
const WARNINGS = list(SYNC_NOTE, 'What deserves a look, though nothing failed.');
const PAGES = field(COUNT, 'Pages read from the provider.');
const ROWS = field(COUNT, 'Rows read from the provider.');

component(
  'SyncCounts',
  'What became of the rows that a run read.',
  object({
    created: field(COUNT, 'Transactions that are new.'),
    updated: field(COUNT, 'Stored transactions that the bank changed.'),
    adopted: field(COUNT, 'Rows of imported files that the bank’s rows took over.'),
    claimed: field(
      COUNT,
      'Stored rows that got another key: pending ones that posted, reissued ids.',
    ),
    suppressed: field(COUNT, 'Listed rows that are already stored in another form.'),
    suggested: field(
      COUNT,
      'Posted transactions that may be one of several pending ones, see GET /transaction_suggestions.',
    ),
    removed: field(COUNT, 'Pending rows missing from two complete reads.'),
    flagged: field(COUNT, 'The same, but edited by a person: kept and flagged.'),
    deferred: field(COUNT, 'Left for a complete read.'),
    rejected: field(COUNT, 'Amount or date unreadable.'),
    filtered: field(COUNT, 'Before the start of the history.'),
    held: field(COUNT, 'Currency unknown.'),
    pending_dropped: field(COUNT, 'Pending rows that were not requested.'),
  }),
);

const presentSyncAccount = record<SyncAccount, 'SyncAccount'>(
  'SyncAccount',
  'What a run did with one account.',
  {
    account_id: field(UUID, 'The account.'),
    status: choice(
      ['pending', 'running', 'completed', 'completed_with_errors', 'failed', 'skipped'],
      'Where it is; `skipped`: it was not to be read.',
    ),
    step: choice(
      ['balance', 'transactions', 'reconcile', 'holdings', 'done'],
      'What was being done last.',
    ),
    read_from: nullable(DATE, 'The first day that was asked for; null until known.'),
    read_to: nullable(DATE, 'The last day that was asked for; null until known.'),
    complete: {
      ...nullable(FLAG, 'Whether the list was read completely; null until known.'),
      read: ({ readComplete }) => readComplete,
    },
    pages: PAGES,
    rows: { ...ROWS, read: ({ rowsRead }) => rowsRead },
    counts: {
      ...field(ref('SyncCounts'), 'What became of its rows.'),
      read: ({ counts }) => sumCounts([counts]),
    },
    errors: list(SYNC_NOTE, 'Why it failed.'),
    warnings: WARNINGS,
  },
);

/** A run and what it did with each account. */
export type SyncWithAccounts = Sync & { readonly accounts: readonly SyncAccount[] };

const progress = part<SyncWithAccounts, Schemas['Sync']['progress']>({
  accounts_total: { ...field(COUNT, 'Accounts to read.'), read: ({ accounts }) => accounts.length },
  accounts_done: {
    ...field(COUNT, 'Of those, how many are read.'),
    read: ({ accounts }) =>
      accounts.filter(({ status }) => status !== 'pending' && status !== 'running').length,
  },
  pages: { ...PAGES, read: ({ accounts }) => totalOf(accounts, ({ pages }) => pages) },
  rows: { ...ROWS, read: ({ accounts }) => totalOf(accounts, ({ rowsRead }) => rowsRead) },
  waiting_until: nullable(
    TIMESTAMP,
    'Until when the run waits for a rate limit, in UTC; null while it does not.',
  ),
  held_by: nullable(
    { type: 'string', enum: ['paused', 'provider_down'] },
    'Why the run is held back, null when it is not: the service’s operator pauses it, or its provider does not answer anybody. It goes on by itself; that time does not count.',
  ),
  held_since: {
    ...nullable(TIMESTAMP, 'Since when; null: it is not held.'),
    read: ({ heldAt }) => heldAt,
  },
});

/** A run on the wire, with the progress of its accounts. */
export const presentSync = record<SyncWithAccounts, 'Sync'>(
  'Sync',
  'A run that reads a connection: one row from the request to its end.',
  {
    id: ID,
    provider_connection_id: {
      ...field(UUID, 'The connection that is read.'),
      read: ({ connectionId }) => connectionId,
    },
    trigger: SYNC_TRIGGER,
    status: choice(
      SYNC_STATUSES,
      'Where it is; `completed_with_errors`: some accounts failed, see `accounts`.',
    ),
    progress: { ...field(progress.schema, 'How far it is.'), read: progress.present },
    counts: {
      ...field(ref('SyncCounts'), 'What became of the rows of all accounts.'),
      read: ({ accounts }) => sumCounts(accounts.map(({ counts }) => counts)),
    },
    errors: list(SYNC_NOTE, 'Errors of the run as a whole.'),
    warnings: WARNINGS,
    accounts: {
      ...list(ref('SyncAccount'), 'The run by account.'),
      read: ({ accounts }) => accounts.map(presentSyncAccount),
    },
    cancel_requested: {
      ...field(FLAG, 'True: it ends as soon as it can.'),
      read: ({ cancelRequestedAt }) => cancelRequestedAt !== null,
    },
    started_at: STARTED_AT,
    finished_at: FINISHED_AT,
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);

export function totalOf(
  accounts: readonly SyncAccount[],
  count: (account: SyncAccount) => number,
): number {
  return accounts.reduce((sum, account) => sum + count(account), 0);
}

export function sumCounts(all: readonly Partial<SyncCounts>[]): SyncCounts {
  const sum = { ...NO_COUNTS };
  for (const key of Object.keys(sum) as (keyof SyncCounts)[]) {
    for (const counts of all) sum[key] += counts[key] ?? 0;
  }
  return sum;
}
