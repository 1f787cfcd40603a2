import type { AnySql } from '../../postgres/connect.ts';
import { RowState } from '#preflight/rules/row-state';
import type { Outcome } from '../rule-set.ts';
import { readRowBatches, type RowScope } from './rule-rows.ts';
import {
  planTransfers,
  type PlannedTransfer,
  type RuleAccount,
  type TransferScope,
} from './rule-transfers.ts';

export interface RulePlan {
  /** Rows that matched or changed, by id, including newly made ones. */
  readonly states: ReadonlyMap<string, RowState>;
  readonly paired: ReadonlyMap<string, PlannedTransfer>;
  /** False if `statesMax` was reached: the plan then only covers the rows read so far. */
  readonly complete: boolean;
}

export interface PlanOptions {
  readonly accounts: readonly RuleAccount[];
  readonly contributionsCategory: TransferScope['contributionsCategory'];
  readonly observe?: (state: RowState, outcome: Outcome) => void;
  /** Rows that are kept in memory at most, not counting those that transfers make. Default: all. */
  readonly statesMax?: number;
  /** Called between pages; throws if the work must end. */
  readonly check?: () => Promise<void>;
}

/**
 * Applies the rules to all rows of a scope, in layers: a transfer couples rows, so every row must reach it before any goes on.
 * Keeps the rules' results so far in memory; writes nothing.
 */
export async function planRules(
  sql: AnySql,
  scope: RowScope,
  options: PlanOptions,
): Promise<RulePlan> {
  const { rules } = scope;
  const states = new Map<string, RowState>();
  const paired = new Map<string, PlannedTransfer>();
  const accounts = new Map(options.accounts.map((account) => [account.id, account]));
  const { contributionsCategory, observe, statesMax = Infinity } = options;
  let complete = true;
  const transferScope: TransferScope = {
    householdId: scope.householdId,
    rules,
    accounts,
    states,
    paired,
    contributionsCategory,
    observe,
  };
  const layer = async (from: number, to: number): Promise<void> => {
    if (from === to) return;
    const show = (state: RowState): void =>
      rules.apply(state, from, to, (outcome) => observe?.(state, outcome));
    for (const state of states.values()) {
      if (state.mirrorOf !== null && accounts.get(state.row.accountId)?.disabled !== true) {
        show(state);
      }
    }
    for await (const rows of readRowBatches(sql, scope)) {
      await options.check?.();
      for (const row of rows) {
        const state = states.get(row.id) ?? new RowState(row);
        show(state);
        if (state.matched.length === 0) continue;
        if (states.size >= statesMax && !states.has(row.id)) {
          complete = false;
          return;
        }
        states.set(row.id, state);
      }
    }
  };
  let from = 0;
  for (const transfer of rules.transfers) {
    await layer(from, transfer.rule + 1);
    from = transfer.rule + 1;
    await planTransfers(sql, transferScope, transfer);
  }
  await layer(from, rules.size);
  return { states, paired, complete };
}
