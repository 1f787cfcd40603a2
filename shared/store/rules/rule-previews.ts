import type { Tx } from '../../db/connect.ts';
import type { CompiledRule } from '../../rules/compile-rule.ts';
import type { RowState } from '../../rules/row-state.ts';
import { RuleSet, type Outcome } from '../../rules/rule-set.ts';
import type { RuleDraft } from '../../rules/rule.ts';
import { findContributionsCategory } from './contributions-category.ts';
import { planRules } from './plan-rules.ts';
import { listExistingReferences } from './rule-references.ts';
import { listRuleAccounts } from './rule-transfers.ts';

/** What one action would do to one transaction. `action` is the action's place in the rule. */
interface PreviewedChange {
  readonly action: number;
  readonly transactionId: string;
  readonly attribute: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly locked: boolean;
}

export interface RulePreview {
  readonly matchedCount: number;
  readonly modifiedCount: number;
  /** By the action's place in the rule. */
  readonly actions: readonly { readonly changed: number; readonly locked: number }[];
  /** The latest matched transactions, newest first. */
  readonly sampleIds: readonly string[];
  readonly changes: readonly PreviewedChange[];
}

/** What a run of a rule, saved or not, would do now: the engine's own plan, of which nothing is written. */
export async function previewRule(
  tx: Tx,
  householdId: string,
  rule: Pick<RuleDraft, 'conditions' | 'actions'> & { readonly compiled: CompiledRule },
  options: { ignoreLocks: boolean; sampleSize: number },
): Promise<RulePreview> {
  const { compiled } = rule;
  const existing = await listExistingReferences(tx, householdId, [rule]);
  const rules = new RuleSet([compiled], {
    ignoreLocks: options.ignoreLocks,
    exists: (kind, id) => existing.has(`${kind} ${id}`),
  });
  const accounts = await listRuleAccounts(tx, householdId);
  const disabledAccountIds = accounts.filter(({ disabled }) => disabled).map(({ id }) => id);
  const changes: PreviewedChange[] = [];
  const observe = ({ row }: RowState, { rule: _, ...outcome }: Outcome): void => {
    changes.push({ ...outcome, transactionId: row.id });
  };
  const scope = { householdId, rules, disabledAccountIds, ids: null };
  const contributionsCategory = () => findContributionsCategory(tx, householdId);
  const { states } = await planRules(tx, scope, { accounts, observe, contributionsCategory });
  const matched = [...states.values()].filter((state) => state.matched.length > 0);
  const sampleIds = matched.slice(0, options.sampleSize).map(({ row }) => row.id);
  const sample = new Set(sampleIds);
  const unlocked = changes.filter(({ locked }) => !locked);
  const count = (list: readonly PreviewedChange[], action: number): number =>
    list.filter((change) => change.action === action).length;
  return {
    matchedCount: matched.length,
    modifiedCount: new Set(unlocked.map(({ transactionId }) => transactionId)).size,
    actions: compiled.effects.map((_effect, action) => {
      const changed = count(unlocked, action);
      return { changed, locked: count(changes, action) - changed };
    }),
    sampleIds,
    changes: changes.filter(({ transactionId }) => sample.has(transactionId)),
  };
}
