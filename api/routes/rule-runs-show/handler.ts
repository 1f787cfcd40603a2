import { recordNotFound } from '../../../shared/errors.ts';
import { findRuleRun } from '../../../shared/store/rule-runs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRuleRun } from '../rule-runs-list/present.ts';

/** GET /api/v1/rule_runs/{id} */
export async function showRuleRun(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const run = await findRuleRun(sql, caller.householdId, params['id'] ?? '');
  if (run === null) throw recordNotFound();
  return { status: 200, body: { data: presentRuleRun(run) } };
}
