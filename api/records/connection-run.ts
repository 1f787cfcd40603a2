import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import type { SyncWithAccounts } from '../../shared/sync/store/syncs.ts';
import * as s from '../openapi/json-schema.ts';
import { record } from './record.ts';
import { presentTimestamp } from './timestamp.ts';
import { sumCounts, SYNC_TRIGGER, totalOf } from './sync.ts';

const WAIT = s.object({
  at: s.field(s.TIMESTAMP, 'When it began to wait.'),
  until: s.nullable(s.TIMESTAMP, 'When it meant to continue; null when that was not known.'),
  reason: s.choice(
    ['rate_limited', 'paused', 'provider_down'],
    '`rate_limited`: for the provider’s limit; `paused`: the service’s operator held it back; `provider_down`: the provider did not answer.',
  ),
});

const PROBLEM = s.object({
  account_id: s.nullable(s.UUID, 'The account that it concerns; null: the run as a whole.'),
  code: s.text('Its code, as in the errors of a sync.'),
  message: s.text('A sentence for people.'),
});

/** A run with its accounts, as the timeline of its connection shows it. */
export const presentConnectionRun = record<SyncWithAccounts, 'ConnectionRun'>(
  'ConnectionRun',
  'A run of a connection: what it read, decided and changed, and the problems it met.',
  {
    sync_id: {
      ...s.field(s.UUID, 'The run; GET /syncs/{id} shows all of it.'),
      read: ({ id }) => id,
    },
    trigger: SYNC_TRIGGER,
    status: s.choice(SYNC_STATUSES, 'Its state, or how it ended.'),
    created_at: s.field(s.TIMESTAMP, 'When it was asked for.'),
    started_at: s.nullable(s.TIMESTAMP, 'When a worker took it up; null before that.'),
    finished_at: s.nullable(s.TIMESTAMP, 'When it ended; null until then.'),
    read: {
      ...s.object(
        {
          accounts: s.field(s.COUNT, 'Accounts to read.'),
          complete: s.field(s.COUNT, 'Of those, how many it read to the end.'),
          from: s.nullable(s.DATE, 'The first day that was asked for; null when none was.'),
          to: s.nullable(s.DATE, 'The last day that was asked for; null when none was.'),
          pages: s.field(s.COUNT, 'Pages read from the provider.'),
          rows: s.field(s.COUNT, 'Rows read from the provider.'),
        },
        { description: 'What it read.' },
      ),
      read: ({ accounts }) => whatWasRead(accounts),
    },
    decided: {
      ...s.ref('SyncCounts'),
      read: ({ accounts }) => sumCounts(accounts.map(({ counts }) => counts)),
    },
    changes: {
      ...s.text(
        'Path to those transactions that it created or changed and that still exist; the list may be empty.',
      ),
      examples: ['/api/v1/transactions?sync_id=00000000-0000-4000-8000-000000000000'],
      read: ({ id }) => `/api/v1/transactions?sync_id=${id}`,
    },
    waits: {
      ...s.list(WAIT, 'Its waits, the last 50 in order.'),
      read: ({ waits }) =>
        waits.map(({ at, until, reason }) => ({
          at: presentTimestamp(new Date(at)),
          until: presentTimestamp(until === null ? null : new Date(until)),
          reason,
        })),
    },
    errors: { ...s.list(PROBLEM, 'What failed.'), read: (of) => problems(of, 'errors') },
    warnings: {
      ...s.list(PROBLEM, 'What deserves a look although nothing failed.'),
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
