import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRule } from '../rules-list/present.ts';
import { getRule } from './get-rule.ts';

/** GET /api/v1/rules/{id} */
export async function showRule(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const rule = await getRule(sql, caller, params);
  return { status: 200, body: { data: presentRule(rule) } };
}
