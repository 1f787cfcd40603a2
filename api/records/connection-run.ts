import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import {
  choice,
  COUNT,
  DATE,
  field,
  list,
  nullable,
  object,
  ref,
  text,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import { record } from './record.ts';
import { presentTimestamp } from './timestamp.ts';
import { sumCounts, SYNC_TRIGGER, totalOf } from './sync.ts';
import type { SyncWithAccounts } from './sync.ts';

const WAIT = object({
  at: field(TIMESTAMP, 'When it began to wait.'),
  until: nullable(TIMESTAMP, 'When it meant to go on; null when nobody knew.'),
  reason: choice(
    ['rate_limited', 'paused', 'provider_down'],
    '`rate_limited`: for the provider’s limit; `paused`: the service’s operator held it back; `provider_down`: the provider answered nobody.',
  ),
});

const PROBLEM = object({
  account_id: nullable(UUID, 'The account that it concerns; null: the run as a whole.'),
  code: text('Its code, as in the errors of a sync.'),
  message: text('A sentence for people.'),
});

/** A run with its accounts, as the timeline of its connection shows it. */
export const presentConnectionRun = record<SyncWithAccounts, 'ConnectionRun'>(
  'ConnectionRun',
  'A run of a connection: what it read, decided and changed, and what it met.',
  {
    sync_id: {
      ...field(UUID, 'The run; GET /syncs/{id} shows all of it.'),
      read: ({ id }) => id,
    },
    trigger: SYNC_TRIGGER,
    status: choice(SYNC_STATUSES, 'Where it is, or how it ended.'),
    created_at: field(TIMESTAMP, 'When it was asked for.'),
    started_at: nullable(TIMESTAMP, 'When a worker took it up; null before that.'),
    finished_at: nullable(TIMESTAMP, 'When it ended; null while it has not.'),
    read: {
      ...object(
        {
          accounts: field(COUNT, 'Accounts that it was to read.'),
          complete: field(COUNT, 'Of those, how many it read to the end.'),
          from: nullable(DATE, 'The first day that was asked for; null when none was.'),
          to: nullable(DATE, 'The last day that was asked for; null when none was.'),
          pages: field(COUNT, 'Pages read from the provider.'),
          rows: field(COUNT, 'Rows read from the provider.'),
        },
        { description: 'What it read.' },
      ),
      read: ({ accounts }) => whatWasRead(accounts),
    },
    decided: {
      ...ref('SyncCounts'),
      read: ({ accounts }) => sumCounts(accounts.map(({ counts }) => counts)),
    },
    changes: {
      ...text(
        'Path of the transactions that it created or changed and that are still there, without any when it wrote none.',
      ),
      examples: ['/api/v1/transactions?sync_id=00000000-0000-4000-8000-000000000000'],
      read: ({ id }) => `/api/v1/transactions?sync_id=${id}`,
    },
    waits: {
      ...list(WAIT, 'Its waits, the last 50 in order.'),
      read: ({ waits }) =>
        waits.map(({ at, until, reason }) => ({
          at: presentTimestamp(new Date(at)),
          until: presentTimestamp(until === null ? null : new Date(until)),
          reason,
        })),
    },
    errors: { ...list(PROBLEM, 'What failed.'), read: (of) => problems(of, 'errors') },
    warnings: {
      ...list(PROBLEM, 'What deserves a look, though nothing failed.'),
      read: (of) => problems(of, 'warnings'),
    },
  },
);

function whatWasRead(accounts: readonly SyncAccount[]) {
  const days = (pick: (account: SyncAccount) => string | null): string[] =>
    accounts.flatMap((account) => pick(account) ?? []).sort();
  return {
    accounts: accounts.length,
    complete: accounts.filter(({ readComplete }) => readComplete === true).length,
    from: days(({ readFrom }) => readFrom)[0] ?? null,
    to: days(({ readTo }) => readTo).at(-1) ?? null,
    pages: totalOf(accounts, ({ pages }) => pages),
    rows: totalOf(accounts, ({ rowsRead }) => rowsRead),
  };
}

function problems(run: SyncWithAccounts, of: 'errors' | 'warnings') {
  return [
    ...run[of].map((found) => problem(null, found)),
    ...run.accounts.flatMap((account) =>
      account[of].map((found) => problem(account.accountId, found)),
    ),
  ];
}

function problem(accountId: string | null, { code, message }: { code: string; message: string }) {
  return { account_id: accountId, code, message };
}
