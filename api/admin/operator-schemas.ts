import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

const at = (description: string) => s.field(s.TIMESTAMP, description);
const RATIO: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };

const FAILURES = s.object({
  code: s.text('What its runs ended with, or the message of an unexpected error.'),
  provider: s.nullable(s.TEXT, 'The bank of a sync; null: not known, or no sync.'),
  count: s.field(s.COUNT, 'How many of the latest thousand failed jobs.'),
  latest: s.text('The id of the latest job, for the board.'),
  advice: s.nullable(s.TEXT, 'What to do about it.'),
});

const QUEUE = s.object({
  queue: s.choice(['sync', 'imports', 'rules', 'delivery'], 'Its name.'),
  is_paused: s.field(s.FLAG, 'A person paused or limited it.'),
  workers: s.field(s.COUNT, 'Processes that take its jobs.'),
  waiting: s.COUNT,
  active: s.COUNT,
  delayed: s.COUNT,
  failed: s.COUNT,
  oldest_waiting_seconds: s.field(s.COUNT, '0 when nothing waits.'),
  ended_per_hour: s.field(s.COUNT, 'Jobs of the last hour.'),
  failures: s.list(FAILURES, 'Grouped by likeness, most first.'),
});

const HOLD = s.object({
  scope: s.choice(['queue', 'provider', 'household', 'connection'], 'What is held back.'),
  target: s.text('Its name, host or id.'),
  mode: s.choice(['pause', 'drain'], 'drain lets running work end.'),
  actor: s.text('Who did it.'),
  created_at: at('Since when.'),
  running: s.field(s.COUNT, 'How much of it is still at work.'),
});

const CONNECTION = s.object({
  id: s.UUID,
  household_id: s.UUID,
  name: s.TEXT,
  household: s.text('The name of its household.'),
  status: s.TEXT,
  status_reason: s.nullable(s.TEXT),
  next_sync_at: s.nullable(s.TIMESTAMP),
  last_synced_at: s.nullable(s.TIMESTAMP),
});

const RUN = s.object({
  id: s.UUID,
  trigger: s.TEXT,
  status: s.TEXT,
  created_at: s.TIMESTAMP,
  started_at: s.nullable(s.TIMESTAMP),
  finished_at: s.nullable(s.TIMESTAMP),
  waiting_until: s.nullable(s.TIMESTAMP),
  codes: s.list(s.TEXT, 'Of the run and its accounts.'),
  accounts: s.COUNT,
  pages: s.COUNT,
  rows: s.COUNT,
  created: s.COUNT,
  updated: s.COUNT,
  removed: s.COUNT,
});

const HOUSEHOLD = { id: s.UUID, name: s.TEXT, currency: s.CURRENCY, created_at: s.TIMESTAMP };

/** What the operators' console reads and sends, by name. */
export const OPERATOR_SCHEMAS = {
  Installation: s.object({
    may_change: s.field(s.FLAG, 'Whether ADMIN_WRITE allows changes.'),
    queues: s.list(QUEUE, 'All of them.'),
    provider: s.object({
      host: s.TEXT,
      limit_used: s.field(RATIO, 'Share of our own limit that the busiest key used in a minute.'),
      keys_blocked: s.field(s.COUNT, 'Keys that the provider asked to wait.'),
      backlog_seconds: s.nullable(s.COUNT, 'How long the queued syncs take; null: not known.'),
      backlog_grows: s.field(s.FLAG, 'As many become due as end.'),
      down: s.list(
        s.object({
          host: s.TEXT,
          opened_at: s.nullable(s.TIMESTAMP),
          next_probe_at: s.nullable(s.TIMESTAMP),
        }),
        'Hosts whose last calls failed.',
      ),
    }),
    connections: s.object({
      states: s.list(
        s.object({ status: s.TEXT, status_reason: s.nullable(s.TEXT), count: s.COUNT }),
        'Most first.',
      ),
      freshness: s.list(
        s.object({
          within_seconds: s.nullable(s.COUNT, 'Null: longer ago than all others.'),
          count: s.COUNT,
        }),
        'By the time since their last success, without those whose owner must act.',
      ),
    }),
    holds: s.list(HOLD, 'What operators hold back, oldest first.'),
    held: s.list(
      s.object({ held_by: s.choice(['paused', 'provider_down'], 'Why.'), count: s.COUNT }),
      'Syncs that wait because of that.',
    ),
  }),
  Actions: s.object({
    data: s.list(
      s.object({
        at: s.TIMESTAMP,
        actor: s.TEXT,
        action: s.TEXT,
        target: s.TEXT,
        result: s.TEXT,
      }),
      'What operators did, newest first.',
    ),
  }),
  Households: s.object({ data: s.list(s.object(HOUSEHOLD), 'At most twenty.') }),
  HouseholdLook: s.object({
    household: s.object(HOUSEHOLD),
    connections: s.list(
      s.object({
        connection: CONNECTION,
        runs: s.list(RUN, 'Newest first.'),
        advice: s.list(s.object({ code: s.TEXT, message: s.TEXT }), 'What to do.'),
      }),
      'At most a hundred.',
    ),
    events: s.list(
      s.object({
        kind: s.choice(['sync', 'import', 'import_session', 'rule_run', 'change'], 'What it is.'),
        id: s.UUID,
        at: s.TIMESTAMP,
        status: s.text('The state of a run, or what was done to a record.'),
        about: s.nullable(s.TEXT, 'The connection, the file, the kind of the record.'),
        codes: s.list(s.TEXT, 'What went wrong.'),
      }),
      'What happened last, newest first.',
    ),
  }),
  Lever: s.object(
    {
      action: s.choice(['pause', 'drain', 'resume', 'retry', 'discard'], 'What to do.'),
      target: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description:
          'Of retry and discard: the id of a job, the code that jobs failed with, or `all`. Of the others: a queue, the host of the provider, or the id of a household or connection.',
      },
      provider: { type: 'string', minLength: 1, maxLength: 255, description: 'Only of this bank.' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'At most so many jobs.' },
    },
    { required: ['action', 'target'] },
  ),
  LeverResult: s.object(
    {
      running: s.field(s.COUNT, 'Of pause and drain: what is still at work.'),
      was_held: s.field(s.FLAG, 'Of resume: whether anything was held back.'),
      resumed: s.field(s.COUNT, 'Of resume: connections that were suspended.'),
      done: s.field(s.COUNT, 'Of retry and discard: jobs.'),
      refused: {
        ...s.COUNTS,
        description: 'Of retry and discard: why others were left alone, and how many.',
      },
    },
    { required: [] },
  ),
} as const satisfies Record<string, JsonSchema>;

/** The document from which the types of the operators' console are generated. */
export const operatorDocument = {
  openapi: '3.1.0',
  info: { title: 'Ledgerline operations', version: 'v1' },
  paths: {},
  components: { schemas: OPERATOR_SCHEMAS },
};
