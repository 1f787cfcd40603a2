import { validationFailed } from '../../../shared/errors.ts';
import {
  compileActions,
  compileMatch,
  UnrunnableRuleError,
} from '../../../shared/rules/compile-rule.ts';
import * as previews from '../../../shared/store/rules/rule-previews.ts';
import type { StoredRule } from '../../../shared/store/rules/rules.ts';
import { listTransactionsById } from '../../../shared/store/ledger/transactions.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRulePreview } from '../../present/rule-previews.ts';
import { getRule } from './get-rule.ts';

/** POST /api/v1/rules/{id}/preview */
export const previewRule = defineRoute({
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
  async handler({ sql }, { caller, id, readJson }) {
    const { householdId } = caller;
    const rule = await getRule(sql, caller, id);
    const { ignore_locks: ignoreLocks = false, sample_size: sampleSize = 20 } = await readJson();
    const compiled = compile(rule);
    const body = await sql.begin(async (tx) => {
      const options = { ignoreLocks, sampleSize };
      const preview = await previews.previewRule(tx, householdId, compiled, options);
      const transactions = await listTransactionsById(tx, householdId, preview.sampleIds);
      return presentRulePreview(rule, preview, transactions);
    });
    return { status: 200, body: { data: body } };
  },
});

/** A rule that a run would record as failed has no preview. */
function compile(rule: StoredRule) {
  try {
    return { match: compileMatch(rule), effects: compileActions(rule) };
  } catch (error) {
    if (error instanceof UnrunnableRuleError) throw validationFailed(error.message);
    throw error;
  }
}
