import type { RowCursor } from './rule-rows.ts';
import type { RuleResult } from './rule-tally.ts';

/** What started a run: somebody asked, a sync ended, or an import session was published. */
export type RuleRunTrigger = 'request' | 'sync' | 'import' | 'write';
type RuleRunScope = 'all' | 'changed' | 'transfers';
type RuleRunStatus = 'pending' | 'running' | 'success' | 'failed';

export interface RuleRun {
  readonly id: string;
  readonly householdId: string;
  /** Null: all active rules. */
  readonly ruleId: string | null;
  readonly executionType: 'manual' | 'scheduled';
  readonly trigger: RuleRunTrigger;
  readonly ignoreLocks: boolean;
  readonly status: RuleRunStatus;
  readonly queued: number;
  readonly processed: number;
  readonly modified: number;
  readonly results: readonly RuleResult[];
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Workers that died since the run last made progress. */
  readonly deaths: number;
  /** All transactions of the household, or those that syncs and imports changed; `transfers`: all, paired and nothing else. */
  readonly scope: RuleRunScope;
  /** The import or session whose work this is: what the run writes is taken back with it. */
  readonly sourceId: string | null;
  /** The last transaction that is done; null at the beginning, and with transfers until the end. */
  readonly cursor: RowCursor | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A row of `rule_runs`. */
export interface RuleRunRow {
  id: string;
  householdId: string;
  ruleId: string | null;
  executionType: 'manual' | 'scheduled';
  trigger: RuleRunTrigger;
  ignoreLocks: boolean;
  status: RuleRunStatus;
  transactionsQueued: number;
  transactionsProcessed: number;
  transactionsModified: number;
  results: RuleResult[];
  error: { code: string; message: string } | null;
  deaths: number;
  scope: RuleRunScope;
  sourceId: string | null;
  cursorDate: string | null;
  cursorTransactionId: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export function toRuleRun(row: RuleRunRow): RuleRun {
  return {
    id: row.id,
    householdId: row.householdId,
    ruleId: row.ruleId,
    executionType: row.executionType,
    trigger: row.trigger,
    ignoreLocks: row.ignoreLocks,
    status: row.status,
    queued: row.transactionsQueued,
    processed: row.transactionsProcessed,
    modified: row.transactionsModified,
    results: row.results,
    error: row.error,
    deaths: row.deaths,
    scope: row.scope,
    sourceId: row.sourceId,
    cursor:
      row.cursorTransactionId === null
        ? null
        : { date: row.cursorDate, id: row.cursorTransactionId },
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
