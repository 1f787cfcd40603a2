import { validationFailed } from '../../../shared/platform/errors.ts';
import { compileRule, UnrunnableRuleError } from '../../../shared/rules/compile-rule.ts';
import type { CompiledRule } from '../../../shared/rules/compile-rule.ts';
import type { RuleDraft } from '../../../packages/preflight/rules/rule.ts';
import { listTransactionsById } from '../../../shared/ledger/transactions.ts';
import { previewRule } from '../../../shared/rules/store/rule-previews.ts';
import type { ApiContext } from '../../context.ts';
import type { Schemas } from '../../contract/json-schema.ts';
import type { ApiRequest } from '../../http/route.ts';
import { presentRulePreview } from '../../present/rule-previews.ts';

/**
 * What a rule would do, as an answer; `id` is null for one that is not saved. All from one snapshot. Throws
 * service_unavailable while the household has another preview, or others have too many.
 */
export async function answerPreview(
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
      return presentRulePreview(rule, preview, transactions);
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
