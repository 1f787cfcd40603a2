import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { SYNC_STATUSES } from '../../shared/sync/store/syncs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import { COUNT, DATE, nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { sumCounts } from './sync.ts';
import { presentTimestamp } from './timestamp.ts';

const said = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

const WAIT = object({
  at: said(TIMESTAMP, 'When it began to wait.'),
  until: said(nullable(TIMESTAMP), 'When it meant to continue; null when that was not known.'),
  reason: {
    type: 'string',
    enum: ['rate_limited', 'paused', 'provider_down'],
    description:
      '`rate_limited`: for the provider’s limit; `paused`: the service’s operator held it back; `provider_down`: the provider did not answer.',
  },
});

const PROBLEM = object({
  account_id: said(nullable(UUID), 'The account that it concerns; null: the run as a whole.'),
  code: { type: 'string', description: 'Its code, as in the errors of a sync.' },
  message: { type: 'string', description: 'A sentence for people.' },
});

/** One run in the timeline of a connection. */
export const connectionRunSchema: JsonSchema = object(
  {
    sync_id: said(UUID, 'The run; GET /syncs/{id} shows all of it.'),
    trigger: {
      type: 'string',
      enum: ['manual', 'scheduled', 'connection'],
      description: 'What asked for it: a request, the clock, or a new connection.',
    },
    status: { type: 'string', enum: SYNC_STATUSES, description: 'Where it is, or how it ended.' },
    created_at: said(TIMESTAMP, 'When it was asked for.'),
    started_at: said(nullable(TIMESTAMP), 'When a worker took it up; null before that.'),
    finished_at: said(nullable(TIMESTAMP), 'When it ended; null while it has not.'),
    read: said(
      object({
        accounts: said(COUNT, 'Accounts that it was to read.'),
        complete: said(COUNT, 'Of those, how many it read to the end.'),
        from: said(nullable(DATE), 'The first day that was asked for; null when none was.'),
        to: said(nullable(DATE), 'The last day that was asked for; null when none was.'),
        pages: said(COUNT, 'Pages read from the provider.'),
        rows: said(COUNT, 'Rows read from the provider.'),
      }),
      'What it read.',
    ),
    decided: { $ref: '#/components/schemas/SyncCounts' },
    changes: {
      type: 'string',
      description:
        'Path of the transactions that it created or changed and that are still there, without any when it wrote none.',
      examples: ['/api/v1/transactions?sync_id=00000000-0000-4000-8000-000000000000'],
    },
    waits: { type: 'array', items: WAIT, description: 'Its waits, the last 50 in order.' },
    errors: { type: 'array', items: PROBLEM, description: 'What failed.' },
    warnings: {
      type: 'array',
      items: PROBLEM,
      description: 'What deserves a look, though nothing failed.',
    },
  },
  { description: 'A run of a connection: what it read, decided and changed, and what it met.' },
);

/** A run with its accounts, as the timeline of its connection shows it. */
export function presentConnectionRun(
  run: Sync,
  accounts: readonly SyncAccount[],
): Schemas['ConnectionRun'] {
  const days = (pick: (account: SyncAccount) => string | null): string[] =>
    accounts.flatMap((account) => pick(account) ?? []).sort();
  const notes = (of: 'errors' | 'warnings') => [
    ...run[of].map((found) => problem(null, found)),
    ...accounts.flatMap((account) => account[of].map((found) => problem(account.accountId, found))),
  ];
  const total = (count: (account: SyncAccount) => number): number =>
    accounts.reduce((sum, account) => sum + count(account), 0);
  return {
    sync_id: run.id,
    trigger: run.trigger,
    status: run.status,
    created_at: presentTimestamp(run.createdAt),
    started_at: presentTimestamp(run.startedAt),
    finished_at: presentTimestamp(run.finishedAt),
    read: {
      accounts: accounts.length,
      complete: accounts.filter(({ readComplete }) => readComplete === true).length,
      from: days(({ readFrom }) => readFrom)[0] ?? null,
      to: days(({ readTo }) => readTo).at(-1) ?? null,
      pages: total(({ pages }) => pages),
      rows: total(({ rowsRead }) => rowsRead),
    },
    decided: sumCounts(accounts.map(({ counts }) => counts)),
    changes: `/api/v1/transactions?sync_id=${run.id}`,
    waits: run.waits.map(({ at, until, reason }) => ({
      at: presentTimestamp(new Date(at)),
      until: presentTimestamp(until === null ? null : new Date(until)),
      reason,
    })),
    errors: notes('errors'),
    warnings: notes('warnings'),
  };
}

function problem(accountId: string | null, { code, message }: { code: string; message: string }) {
  return { account_id: accountId, code, message };
}
