import type { AnySql, Tx } from '../../postgres/connect.ts';
import { CONTRIBUTIONS_CATEGORY } from '#preflight/rules/transfer-kinds';
import { RowState } from '#preflight/rules/row-state';
import { RuleSet } from '../rule-set.ts';
import type { Outcome } from '../rule-set.ts';
import { readRowBatches } from './rule-rows.ts';
import type { RowScope } from './rule-rows.ts';
import { planTransfers, listRuleAccounts } from './rule-transfers.ts';
import type { PlannedTransfer, RuleAccount, TransferScope } from './rule-transfers.ts';
import type { CompiledRule } from '../compile-rule.ts';
import type { RuleDraft } from '#preflight/rules/rule';
import { listExistingReferences } from './rule-references.ts';

/** The category for contributions to investments; null if the household has none. */
export async function findContributionsCategory(
  sql: AnySql,
  householdId: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from categories
    where household_id = ${householdId} and name = ${CONTRIBUTIONS_CATEGORY}`;
  return row?.id ?? null;
}

/** The same, but creates the category if it is missing. */
export async function upsertContributionsCategory(
  sql: AnySql,
  householdId: string,
): Promise<string | null> {
  await sql`
    insert into categories (household_id, name)
    values (${householdId}, ${CONTRIBUTIONS_CATEGORY})
    on conflict (household_id, name) do nothing`;
  return findContributionsCategory(sql, householdId);
}

interface RulePlan {
  /** Rows that matched or changed, by id, including newly made ones. */
  readonly states: ReadonlyMap<string, RowState>;
  readonly paired: ReadonlyMap<string, PlannedTransfer>;
  /** False if `statesMax` was reached: the plan then only covers the rows read so far. */
  readonly complete: boolean;
}

interface PlanOptions {
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

/** What one action would do to one transaction. `action` is its position in the rule. */
interface PreviewedChange extends Omit<Outcome, 'rule'> {
  readonly transactionId: string;
}

/** Transfers couple rows, so all matching rows are in memory at once: about 100 MB for this many. */
const STATES_MAX = 50_000;

export type RulePreview = Omit<Preview, 'add'>;

/** What a run of a rule, saved or not, would do now: the engine's own plan, without writing it. Throws the reason of `signal`. */
export async function previewRule(
  tx: Tx,
  householdId: string,
  rule: Pick<RuleDraft, 'conditions' | 'actions'> & { readonly compiled: CompiledRule },
  options: { ignoreLocks: boolean; sampleSize: number; signal?: AbortSignal; statesMax?: number },
): Promise<RulePreview> {
  const { compiled } = rule;
  const existing = await listExistingReferences(tx, householdId, [rule]);
  const rules = new RuleSet([compiled], {
    ignoreLocks: options.ignoreLocks,
    exists: (kind, id) => existing.has(`${kind} ${id}`),
  });
  const accounts = await listRuleAccounts(tx, householdId);
  const disabledAccountIds = accounts.filter(({ disabled }) => disabled).map(({ id }) => id);
  const { signal = null } = options;
  const scope = { householdId, rules, disabledAccountIds, ids: null, signal };
  const preview = new Preview(compiled.effects.length, options.sampleSize);
  if (rules.transfers.length === 0) {
    for await (const rows of readRowBatches(tx, scope)) {
      for (const row of rows) {
        const state = new RowState(row);
        const outcomes: Outcome[] = [];
        rules.apply(state, 0, rules.size, (outcome) => outcomes.push(outcome));
        preview.add(state, outcomes);
      }
    }
    return preview;
  }
  const outcomes = new Map<string, Outcome[]>();
  const observe = ({ row }: RowState, outcome: Outcome): void => {
    outcomes.set(row.id, [...(outcomes.get(row.id) ?? []), outcome]);
  };
  const contributionsCategory = () => findContributionsCategory(tx, householdId);
  const { statesMax = STATES_MAX } = options;
  const { states, complete } = await planRules(tx, scope, {
    accounts,
    observe,
    contributionsCategory,
    statesMax,
  });
  preview.complete = complete;
  for (const [id, state] of states) preview.add(state, outcomes.get(id) ?? []);
  return preview;
}

/** Counts what a rule did to rows and keeps a sample of them: its memory does not grow with the household. */
class Preview {
  /** False: a rule with transfers matches more than a preview can hold, and only the latest are covered. */
  complete = true;
  matchedCount = 0;
  modifiedCount = 0;
  /** By the action's position in the rule. */
  readonly actions: { changed: number; locked: number }[];
  /** The latest matched transactions, newest first. */
  readonly sampleIds: string[] = [];
  readonly changes: PreviewedChange[] = [];
  readonly #sampleSize: number;

  constructor(actions: number, sampleSize: number) {
    this.actions = Array.from({ length: actions }, () => ({ changed: 0, locked: 0 }));
    this.#sampleSize = sampleSize;
  }

  add({ row, matched }: RowState, outcomes: readonly Outcome[]): void {
    if (matched.length === 0) return;
    this.matchedCount += 1;
    if (outcomes.some(({ locked }) => !locked)) this.modifiedCount += 1;
    for (const { action, locked } of outcomes) {
      const counts = this.actions[action];
      if (counts !== undefined) counts[locked ? 'locked' : 'changed'] += 1;
    }
    if (this.sampleIds.length >= this.#sampleSize) return;
    this.sampleIds.push(row.id);
    for (const { rule: _, ...outcome } of outcomes) {
      this.changes.push({ ...outcome, transactionId: row.id });
    }
  }
}
