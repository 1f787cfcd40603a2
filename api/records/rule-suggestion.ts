import type { StoredRuleSuggestion } from '../../shared/rules/store/rule-suggestions.ts';
import * as s from '../openapi/json-schema.ts';
import { record } from './record.ts';

export const presentRuleSuggestion = record<StoredRuleSuggestion, 'RuleSuggestion'>(
  'RuleSuggestion',
  'A rule that would have done automatically what people did by hand. It would have been right `hit_count` times of `hit_count + contradiction_count`.',
  {
    id: s.field(s.UUID, 'Derived from what the rule does: the same rule has the same id.'),
    rule: {
      ...s.field(s.ref('NewRule'), 'The rule, as POST /rules takes it.'),
      read: ({ rule }) => ({
        resource_type: rule.resourceType,
        name: rule.name,
        active: rule.active,
        effective_date: rule.effectiveDate,
        priority: rule.priority,
        stop: rule.stop,
        conditions: rule.conditions.map(({ conditionType, operator, value }) => ({
          condition_type: conditionType as never,
          operator: operator as never,
          value,
        })),
        actions: rule.actions.map(({ actionType, value }) => ({
          action_type: actionType as never,
          value,
        })),
      }),
    },
    hit_count: {
      ...s.field(s.COUNT, 'Edits by people that the rule would have made.'),
      read: ({ hits }) => hits,
    },
    contradiction_count: {
      ...s.field(s.COUNT, 'Matching transactions that people set differently by hand.'),
      read: ({ contradictions }) => contradictions,
    },
    other_count: {
      ...s.field(s.COUNT, 'How many more of the latest transactions it would change.'),
      read: ({ others }) => others,
    },
    transaction_ids: s.list(s.UUID, 'The latest of its hits, at most 20.'),
  },
);
