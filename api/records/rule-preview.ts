import type { RuleDraft } from '#preflight/rules/rule';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import type { RulePreview } from '../../shared/rules/store/plan-rules.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ATTRIBUTE, NEW_VALUE, OLD_VALUE } from './change.ts';
import { record } from './record.ts';
import { ACTION_TYPE } from './rule.ts';
import { IGNORE_LOCKS } from './rule-run.ts';
import { presentTransaction } from './transaction.ts';

const OPTIONS: Record<string, JsonSchema> = {
  ignore_locks: IGNORE_LOCKS,
  sample_size: {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 20,
    description: 'How many of the matched transactions the answer shows.',
  },
};

s.define('NewRulePreview', 'Options of the preview.', [], OPTIONS);
s.define('NewDraftPreview', 'An unsaved rule, and options of its preview.', ['rule'], {
  rule: s.field(s.ref('NewRule'), 'The rule to try.'),
  ...OPTIONS,
});

/** A preview, its rule, and the transactions of its sample. */
interface PreviewedRule extends RulePreview {
  readonly rule: Pick<RuleDraft, 'actions'> & { readonly id: string | null };
  readonly transactions: readonly Transaction[];
}

export const presentRulePreview = record<PreviewedRule, 'RulePreview'>(
  'RulePreview',
  'What a rule would change now. Nothing is changed.',
  {
    rule_id: {
      ...s.nullable(s.UUID, 'Null: the rule is not saved.'),
      read: ({ rule }) => rule.id,
    },
    complete: s.field(
      s.FLAG,
      'False: the rule makes transfers and matches more than 50,000 transactions, so counts and sample cover only the latest of them.',
    ),
    matched_count: s.field(s.COUNT, 'Transactions that the rule matches now.'),
    modified_count: s.field(s.COUNT, 'Of those, how many a run would change.'),
    actions: {
      ...s.list(
        s.object({
          action_type: ACTION_TYPE,
          value: s.nullable(s.TEXT, 'What it would set, as text; null for actions that need none.'),
          changed_count: s.field(s.COUNT, 'Transactions that it would change.'),
          locked_count: s.field(s.COUNT, 'Transactions in which a lock prevents it.'),
        }),
        'What each action would do, in its order.',
      ),
      read: ({ rule, actions }) =>
        rule.actions.map((action, index) => ({
          action_type: action.actionType,
          value: action.value,
          changed_count: actions[index]?.changed ?? 0,
          locked_count: actions[index]?.locked ?? 0,
        })),
    },
    sample: {
      ...s.list(
        s.object({
          transaction: s.field(s.ref('Transaction'), 'The transaction as it is.'),
          changes: s.list(
            s.object({
              action_type: ACTION_TYPE,
              attribute: ATTRIBUTE,
              old_value: OLD_VALUE,
              new_value: NEW_VALUE,
              locked: s.field(s.FLAG, 'A person edited it, so the rule does not change it.'),
            }),
            'What would change in it.',
          ),
        }),
        'The latest of the matched transactions, and what would change in each.',
      ),
      read: ({ rule, changes, transactions }) =>
        transactions.map((transaction) => ({
          transaction: presentTransaction(transaction),
          changes: changes
            .filter((each) => each.transactionId === transaction.id)
            .map((each) => ({
              action_type: rule.actions[each.action]?.actionType ?? '',
              attribute: each.attribute,
              old_value: each.oldValue,
              new_value: each.newValue,
              locked: each.locked,
            })),
        })),
    },
  },
);
