import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRuleRun } from '../rule-runs-list/present.ts';
import { startRun } from '../rule-runs-create/start-run.ts';
import { getRule } from '../rules-show/get-rule.ts';

/** POST /api/v1/rules/{id}/runs */
export async function runRule(
  context: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const rule = await getRule(context.sql, caller, params);
  const { ignore_locks = false } = (await readJson()) as { ignore_locks?: boolean };
  const order = { ruleId: rule.id, ignoreLocks: ignore_locks };
  const run = await startRun(context, caller.householdId, order);
  return { status: 202, body: { data: presentRuleRun(run) } };
}
