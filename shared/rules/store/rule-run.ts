import type { AnySql } from '../../postgres/connect.ts';
import type { RowCursor } from './rule-rows.ts';
import type { RuleResult } from './rule-tally.ts';

/** What started a run: a request, the end of a sync or an import, or a person's write. */
export type RuleRunTrigger = 'request' | 'sync' | 'import' | 'write';

export interface RuleRun {
  readonly id: string;
  readonly householdId: string;
  /** Null: all active rules. */
  readonly ruleId: string | null;
  readonly executionType: 'manual' | 'scheduled';
  readonly trigger: RuleRunTrigger;
  readonly ignoreLocks: boolean;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly queued: number;
  readonly processed: number;
  readonly modified: number;
  readonly results: readonly RuleResult[];
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Workers that died since the run last made progress. */
  readonly deaths: number;
  /** All transactions of the household, or those that syncs and imports changed. `transfers`: all, but only to pair them. */
  readonly scope: 'all' | 'changed' | 'transfers';
  /** The import or session that caused the run: undoing it also undoes what the run writes. */
  readonly sourceId: string | null;
  /** The last transaction that is done; null at the beginning, and, with transfers, until the end. */
  readonly cursor: RowCursor | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function ruleRunColumns(sql: AnySql) {
  return sql`
    id, household_id, rule_id, execution_type, trigger, ignore_locks, status, transactions_queued as queued,
    transactions_processed as processed, transactions_modified as modified, results, error, deaths, scope, source_id,
    case
      when cursor_transaction_id is not null
      then jsonb_build_object('date', cursor_date, 'id', cursor_transaction_id)
    end as cursor,
    started_at, finished_at, created_at, updated_at`;
}
