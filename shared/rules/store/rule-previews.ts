import type { Tx } from '../../postgres/connect.ts';
import type { CompiledRule } from '../compile-rule.ts';
import { RowState } from '#preflight/rules/row-state';
import { RuleSet, type Outcome } from '../rule-set.ts';
import type { RuleDraft } from '#preflight/rules/rule';
import { findContributionsCategory } from './contributions-category.ts';
import { planRules } from './plan-rules.ts';
import { readRowBatches } from './rule-rows.ts';
import { listExistingReferences } from './rule-references.ts';
import { listRuleAccounts } from './rule-transfers.ts';

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
