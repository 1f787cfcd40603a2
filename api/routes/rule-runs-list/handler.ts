import { listRuleRuns as listStoredRuns } from '../../../shared/store/rule-runs.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRuleRun } from './present.ts';
import type { listRuleRunsParameters } from './schema.ts';

/** GET /api/v1/rule_runs */
export async function listRuleRuns(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listRuleRunsParameters>>,
): Promise<ApiResponse> {
  const request = pageRequest(query);
  const filter = { ruleId: query.rule_id, ...request };
  const { runs, totalCount } = await listStoredRuns(sql, caller.householdId, filter);
  const meta = presentPageMeta(pageWindow(request, totalCount));
  return { status: 200, body: { data: runs.map(presentRuleRun), meta } };
}
