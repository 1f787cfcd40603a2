import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRuleRun } from '../rule-runs-list/present.ts';
import { startRun } from './start-run.ts';

/** POST /api/v1/rule_runs */
export async function createRuleRun(
  context: ApiContext,
  { caller, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { ignore_locks = false } = (await readJson()) as { ignore_locks?: boolean };
  const order = { ruleId: null, ignoreLocks: ignore_locks };
  const run = await startRun(context, caller.householdId, order);
  return { status: 202, body: { data: presentRuleRun(run) } };
}
