import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import { findRuleExcess, findRule, insertRule } from '../../shared/rules/store/rules.ts';
import {
  decideRuleSuggestion,
  listRuleSuggestions,
} from '../../shared/rules/store/rule-suggestions.ts';
import type { StoredRuleSuggestion } from '../../shared/rules/store/rule-suggestions.ts';
import type { ApiContext } from '../context.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import type { ApiRequest } from '../http/route.ts';
import { dataOf, list, ref } from '../openapi/json-schema.ts';
import { presentRule } from '../records/rule.ts';
import { presentRuleSuggestion } from '../records/rule-suggestion.ts';

export const ruleSuggestionRoutes = resource('Rules');

ruleSuggestionRoutes.read('GET /api/v1/rule_suggestions', {
  // It shows what people did with transactions, which a key for rules alone may not read.
  scope: 'read',
  operationId: 'listRuleSuggestions',
  summary: 'List suggested rules',
  description:
    'Rules learned from what people changed by hand (category, merchant, tags, name, excluded), tried on the past; those with the most hits first. Rules that exist, and rules that were dismissed, are not suggested. Looks at the latest 2,000 edits.',
  responses: {
    200: {
      description: 'The suggestions.',
      schema: dataOf(list(ref('RuleSuggestion'), 'Those with the most hits first.')),
    },
  },
  async handler(context, request) {
    const suggestions = await learn(context, request);
    return { status: 200, body: { data: suggestions.map(presentRuleSuggestion) } };
  },
});

ruleSuggestionRoutes.write('POST /api/v1/rule_suggestions/{id}/accept', {
  operationId: 'acceptRuleSuggestion',
  summary: 'Create a suggested rule',
  description:
    'The rule is active: it runs after the next sync or import, or when you start a run. It is not suggested again, even if you delete it. 404 when it is not suggested any more.',
  responses: { 201: { description: 'The new rule.', schema: dataOf(ref('Rule')) } },
  prepare: findSuggestion,
  async write(tx, suggestion, { householdId }) {
    // Of two requests at once, the second finds it decided.
    if (!(await decideRuleSuggestion(tx, householdId, suggestion))) throw recordNotFound();
    const ruleId = await insertRule(tx, householdId, suggestion.rule);
    const excess = await findRuleExcess(tx, householdId);
    if (excess !== null) throw validationFailed(excess);
    return answerRecord(await findRule(tx, householdId, ruleId), presentRule, 201);
  },
});

ruleSuggestionRoutes.write('POST /api/v1/rule_suggestions/{id}/dismiss', {
  operationId: 'dismissRuleSuggestion',
  summary: 'Dismiss a suggested rule',
  description: 'Neither it nor another rule that does the same is suggested again.',
  responses: { 204: { description: 'The suggestion is dismissed.' } },
  prepare: findSuggestion,
  async write(tx, suggestion, { householdId }) {
    await decideRuleSuggestion(tx, householdId, suggestion);
    return { status: 204 };
  },
});

type Asked = Pick<ApiRequest, 'householdId' | 'onClose'>;

/** Learning takes as long as a preview, and waits in the same queue. */
function learn(
  { sql, limits }: ApiContext,
  { householdId, onClose }: Asked,
): Promise<StoredRuleSuggestion[]> {
  return limits.previews.run(householdId, onClose, () => listRuleSuggestions(sql, householdId));
}

/** Throws record_not_found for what is not suggested now. Called before the transaction, which it would make long. */
async function findSuggestion(
  context: ApiContext,
  request: Asked & Pick<ApiRequest, 'id'>,
): Promise<StoredRuleSuggestion> {
  const suggestions = await learn(context, request);
  return orNotFound(suggestions.find(({ id }) => id === request.id));
}
