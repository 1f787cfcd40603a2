import { listRules as listStoredRules } from '../../../shared/store/rules.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRuleText } from './present.ts';
import type { listRulesParameters } from './schema.ts';

/** GET /api/v1/rules */
export async function listRules(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listRulesParameters>>,
): Promise<ApiResponse> {
  const request = pageRequest(query);
  const filter = { active: query.active, ...request };
  const { rules, totalCount } = await listStoredRules(sql, caller.householdId, filter);
  const meta = presentPageMeta(pageWindow(request, totalCount));
  const data = rules.map(presentRuleText).join(',');
  return { status: 200, json: `{"data":[${data}],"meta":${JSON.stringify(meta)}}` };
}
