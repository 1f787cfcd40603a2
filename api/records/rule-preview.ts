import type { RuleDraft } from '#preflight/rules/rule';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import type { RulePreview } from '../../shared/rules/store/rule-previews.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { presentTransaction } from './transaction.ts';

/** A preview on the wire: counts, what each action would do, and the sample with its changes. */
export function presentRulePreview(
  rule: Pick<RuleDraft, 'actions'> & { readonly id: string | null },
  preview: RulePreview,
  transactions: readonly Transaction[],
): Schemas['RulePreview'] {
  return {
    rule_id: rule.id,
    complete: preview.complete,
    matched_count: preview.matchedCount,
    modified_count: preview.modifiedCount,
    actions: rule.actions.map((action, index) => ({
      action_type: action.actionType,
      value: action.value,
      changed_count: preview.actions[index]?.changed ?? 0,
      locked_count: preview.actions[index]?.locked ?? 0,
    })),
    sample: transactions.map((transaction) => ({
      transaction: presentTransaction(transaction),
      changes: preview.changes
        .filter((change) => change.transactionId === transaction.id)
        .map((change) => ({
          action_type: rule.actions[change.action]?.actionType ?? '',
          attribute: change.attribute,
          old_value: change.oldValue,
          new_value: change.newValue,
          locked: change.locked,
        })),
    })),
  };
}
