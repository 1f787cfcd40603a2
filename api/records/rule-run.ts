import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { FAULT, ID, record, RUN_TIMES, TIMES } from './record.ts';

export const IGNORE_LOCKS: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Change attributes that a person edited as well.',
};

s.define('NewRuleRun', 'Options of the run.', [], { ignore_locks: IGNORE_LOCKS });

/** The reference's words for the states of a run (docs/decisions/states-of-runs.md). */
const STATUSES = {
  queued: 'pending',
  running: 'pending',
  completed: 'success',
  failed: 'failed',
} as const;

export const presentRuleRun = record<RuleRun, 'RuleRun'>(
  'RuleRun',
  'A run of one rule, or of all active ones.',
  {
    id: ID,
    rule_id: s.nullable(s.UUID, 'Null: all active rules, one after another.'),
    execution_type: s.choice(
      ['manual', 'scheduled'],
      '`manual`: a request asked for it; `scheduled`: it follows what came in.',
    ),
    trigger: s.choice(
      ['request', 'sync', 'import', 'write'],
      'What asked for it: a request, a sync, an import, or transactions that a request wrote.',
    ),
    ignore_locks: s.field(s.FLAG, 'True: what a person edited is changed as well.'),
    status: {
      ...s.choice(
        ['pending', 'success', 'failed'],
        '`pending` until it ends; `started_at` is set once it is running.',
      ),
      read: ({ status }) => STATUSES[status],
    },
    transactions_queued: {
      ...s.field(s.COUNT, 'Transactions that a rule matched.'),
      read: ({ queued }) => queued,
    },
    transactions_processed: {
      ...s.field(s.COUNT, 'Of those, how many were processed.'),
      read: ({ processed }) => processed,
    },
    transactions_modified: {
      ...s.field(s.COUNT, 'Of those, how many changed.'),
      read: ({ modified }) => modified,
    },
    transactions_blocked: {
      ...s.field(
        s.COUNT,
        'Processed but not changed: locked, or already as the rule would set them.',
      ),
      read: ({ processed, modified }) => processed - modified,
    },
    results: s.list(
      s.object({
        rule_id: s.field(s.UUID, 'The rule that it is about.'),
        matched: s.field(s.COUNT, 'Transactions that the rule matched.'),
        modified: s.field(s.COUNT, 'Of those, how many it changed.'),
        error: s.nullable(s.TEXT, 'Why the rule could not be applied; null when nothing is wrong.'),
      }),
      'Each rule that matched something or failed.',
    ),
    error: s.nullable(FAULT, 'Why the run failed; null for one that did not.'),
    ...RUN_TIMES,
    ...TIMES,
  },
);
