import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

/** The reference's words for the states of a run (docs/decisions/states-of-runs.md). */
const STATUSES = {
  queued: 'pending',
  running: 'pending',
  completed: 'success',
  failed: 'failed',
} as const;

/** A run on the wire. */
export function presentRuleRun(run: RuleRun): Schemas['RuleRun'] {
  return {
    id: run.id,
    rule_id: run.ruleId,
    execution_type: run.executionType,
    trigger: run.trigger,
    ignore_locks: run.ignoreLocks,
    status: STATUSES[run.status],
    transactions_queued: run.queued,
    transactions_processed: run.processed,
    transactions_modified: run.modified,
    transactions_blocked: run.processed - run.modified,
    results: run.results,
    error: run.error,
    started_at: presentTimestamp(run.startedAt),
    finished_at: presentTimestamp(run.finishedAt),
    created_at: presentTimestamp(run.createdAt),
    updated_at: presentTimestamp(run.updatedAt),
  };
}
