import { getHousehold } from '../../../shared/store/households.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentHousehold } from './present.ts';

/** GET /api/v1/household */
export async function showHousehold(
  { sql }: ApiContext,
  { caller }: ApiRequest,
): Promise<ApiResponse> {
  const household = await getHousehold(sql, caller.householdId);
  return { status: 200, body: { data: presentHousehold(household) } };
}
