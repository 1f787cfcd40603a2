import { validationFailed } from '../../../shared/errors.ts';
import {
  compileActions,
  compileMatch,
  UnrunnableRuleError,
} from '../../../shared/rules/compile-rule.ts';
import { previewRule as previewStoredRule } from '../../../shared/store/rule-previews.ts';
import type { StoredRule } from '../../../shared/store/rules.ts';
import { listTransactionsById } from '../../../shared/store/transactions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { getRule } from '../rules-show/get-rule.ts';
import { presentRulePreview } from './present.ts';

interface Body {
  ignore_locks?: boolean;
  sample_size?: number;
}

/** POST /api/v1/rules/{id}/preview */
export async function previewRule(
  { sql }: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const rule = await getRule(sql, caller, params);
  const { ignore_locks: ignoreLocks = false, sample_size: sampleSize = 20 } =
    (await readJson()) as Body;
  const compiled = compile(rule);
  const body = await sql.begin(async (tx) => {
    const options = { ignoreLocks, sampleSize };
    const preview = await previewStoredRule(tx, householdId, compiled, options);
    const transactions = await listTransactionsById(tx, householdId, preview.sampleIds);
    return presentRulePreview(rule, preview, transactions);
  });
  return { status: 200, body: { data: body } };
}

/** A rule that a run would record as failed has no preview. */
function compile(rule: StoredRule) {
  try {
    return { match: compileMatch(rule), effects: compileActions(rule) };
  } catch (error) {
    if (error instanceof UnrunnableRuleError) throw validationFailed(error.message);
    throw error;
  }
}
