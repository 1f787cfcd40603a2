import type { RuleDraft } from '#preflight/rules/rule';
import { listTransactionsById } from '../../shared/ledger/transactions.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import { compileRule, UnrunnableRuleError } from '../../shared/rules/compile-rule.ts';
import type { CompiledRule } from '../../shared/rules/compile-rule.ts';
import { previewRule } from '../../shared/rules/store/rule-previews.ts';
import type { ApiContext } from '../context.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { RULE_EXAMPLE } from '../records/rule.ts';
import { defineRoute } from '../http/route.ts';
import type { ApiRequest, Route } from '../http/route.ts';
import { presentRulePreview } from '../records/rule-preview.ts';
import { checkOwnership, getRule, readRule } from '../steps/read-rule.ts';

/** POST /api/v1/rules/preview @internal */
export const previewDraftRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules/preview',
  scope: 'read',
  schema: {
    operationId: 'previewDraftRule',
    summary: 'Preview a rule before it is saved',
    description:
      'What a run of this rule would do now. It is checked as when it is saved; nothing is saved or changed.',
    tag: 'Rules',
    body: { required: true, json: ref('NewDraftPreview') },
    example: { body: { rule: RULE_EXAMPLE } },
    responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  },
  async handler(context, { caller, readJson, signal }) {
    const { rule, ...options } = await readJson();
    const draft = readRule(rule);
    await checkOwnership(context.sql, caller.householdId, draft);
    return answerPreview(context, { caller, signal }, { id: null, ...draft }, options);
  },
});

/**
 * What a rule would do, as an answer; `id` is null for one that is not saved. All from one snapshot. Throws
 * service_unavailable while the household has another preview, or others have too many.
 */
async function answerPreview(
  { sql, limits }: ApiContext,
  { caller: { householdId }, signal }: Pick<ApiRequest, 'caller' | 'signal'>,
  rule: RuleDraft & { id: string | null },
  { ignore_locks: ignoreLocks = false, sample_size: sampleSize = 20 }: Schemas['NewRulePreview'],
): Promise<{ status: 200; body: { data: Schemas['RulePreview'] } }> {
  const ready = { ...rule, compiled: compile(rule) };
  const read = () =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const options = { ignoreLocks, sampleSize, signal };
      const preview = await previewRule(tx, householdId, ready, options);
      const transactions = await listTransactionsById(tx, householdId, preview.sampleIds);
      return presentRulePreview({ ...preview, rule, transactions });
    });
  const data = await limits.previews.run(householdId, () => signal, read);
  return { status: 200, body: { data } };
}

/** A rule that a run would record as failed has no preview. */
function compile(rule: RuleDraft): CompiledRule {
  try {
    return compileRule(rule);
  } catch (error) {
    if (error instanceof UnrunnableRuleError) throw validationFailed(error.message);
    throw error;
  }
}

/** POST /api/v1/rules/{id}/preview */
const previewStoredRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules/{id}/preview',
  scope: 'read',
  schema: {
    operationId: 'previewRule',
    summary: 'Preview a rule',
    description:
      'What a run of the rule would do now: how many transactions match, what each action would ' +
      'change, and a sample. Nothing is changed.',
    tag: 'Rules',
    body: { required: false, json: ref('NewRulePreview') },
    responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  },
  async handler(context, { caller, id, readJson, signal }) {
    const rule = await getRule(context.sql, caller.householdId, id);
    return answerPreview(context, { caller, signal }, rule, await readJson());
  },
});

export const rulePreviewRoutes: readonly Route[] = [
  // Before the paths with an id, which it would be one of.
  previewDraftRule,
  previewStoredRule,
];
