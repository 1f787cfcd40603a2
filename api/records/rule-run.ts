import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import {
  choice,
  component,
  COUNT,
  field,
  FLAG,
  list,
  nullable,
  object,
  TEXT,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import {
  CODE,
  CREATED_AT,
  FINISHED_AT,
  ID,
  MESSAGE,
  record,
  STARTED_AT,
  UPDATED_AT,
} from './record.ts';

/** Whether a run or its preview changes what a person edited. */
export const IGNORE_LOCKS: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Change attributes that a person edited as well.',
};

component(
  'NewRuleRun',
  'How the run is to go.',
  object({ ignore_locks: IGNORE_LOCKS }, { required: [] }),
);

/** A run on the wire. */
export const presentRuleRun = record<RuleRun, 'RuleRun'>(
  'RuleRun',
  'A run of one rule, or of all active ones.',
  {
    id: ID,
    rule_id: nullable(UUID, 'Null: all active rules, one after another.'),
    execution_type: choice(
      ['manual', 'scheduled'],
      '`manual`: a request asked for it; `scheduled`: it follows what came in.',
    ),
    trigger: choice(
      ['request', 'sync', 'import', 'write'],
      'What asked for it: a request, a sync, an import, or transactions that a request wrote.',
    ),
    ignore_locks: field(FLAG, 'True: what a person edited is changed as well.'),
    status: {
      ...choice(
        ['pending', 'success', 'failed'],
        '`pending` until it ends; `started_at` is set once it is running.',
      ),
      read: ({ status }) => (status === 'running' ? 'pending' : status),
    },
    transactions_queued: {
      ...field(COUNT, 'Transactions that a rule matched.'),
      read: ({ queued }) => queued,
    },
    transactions_processed: {
      ...field(COUNT, 'Of those, how many were processed.'),
      read: ({ processed }) => processed,
    },
    transactions_modified: {
      ...field(COUNT, 'Of those, how many changed.'),
      read: ({ modified }) => modified,
    },
    transactions_blocked: {
      ...field(COUNT, 'Processed but not changed: locked, or already as the rule would set them.'),
      read: ({ processed, modified }) => processed - modified,
    },
    results: list(
      object({
        rule_id: field(UUID, 'The rule that it is about.'),
        matched: field(COUNT, 'Transactions that the rule matched.'),
        modified: field(COUNT, 'Of those, how many it changed.'),
        error: nullable(TEXT, 'Why the rule could not be applied; null when nothing is wrong.'),
      }),
      'Each rule that matched something or failed.',
    ),
    error: nullable(
      object({ code: CODE, message: MESSAGE }),
      'Why the run failed; null for one that did not.',
    ),
    started_at: STARTED_AT,
    finished_at: FINISHED_AT,
    created_at: CREATED_AT,
    updated_at: UPDATED_AT,
  },
);
