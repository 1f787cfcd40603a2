import type { Sql } from '../../../shared/db/connect.ts';
import { validationFailed } from '../../../shared/errors.ts';
import { compileRule, UnrunnableRuleError } from '../../../shared/rules/compile-rule.ts';
import type { CompiledRule } from '../../../shared/rules/compile-rule.ts';
import type { RuleDraft } from '../../../shared/rules/rule.ts';
import { listTransactionsById } from '../../../shared/store/ledger/transactions.ts';
import { previewRule } from '../../../shared/store/rules/rule-previews.ts';
import type { Schemas } from '../../contract/json-schema.ts';
import { presentRulePreview } from '../../present/rule-previews.ts';

/** What a rule would do, as an answer; `id` is null for one that is not saved. All from one snapshot. */
export async function answerPreview(
  sql: Sql,
  householdId: string,
  rule: RuleDraft & { id: string | null },
  { ignore_locks: ignoreLocks = false, sample_size: sampleSize = 20 }: Schemas['NewRulePreview'],
): Promise<{ status: 200; body: { data: Schemas['RulePreview'] } }> {
  const ready = { ...rule, compiled: compile(rule) };
  const data = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const preview = await previewRule(tx, householdId, ready, { ignoreLocks, sampleSize });
    const transactions = await listTransactionsById(tx, householdId, preview.sampleIds);
    return presentRulePreview(rule, preview, transactions);
  });
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
