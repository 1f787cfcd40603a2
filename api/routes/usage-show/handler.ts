import { recordNotFound } from '../../../shared/errors.ts';
import { findApiKey } from '../../../shared/store/api-keys.ts';
import type { ApiContext } from '../../context.ts';
import { rateWindow } from '../../http/rate-limit.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentUsage } from './present.ts';

/** GET /api/v1/usage */
export async function showUsage(
  { config, sql, clock, rateLimits }: ApiContext,
  { caller }: ApiRequest,
): Promise<ApiResponse> {
  const key = await findApiKey(sql, caller.householdId, caller.userId, caller.apiKeyId);
  if (key === null) throw recordNotFound();
  const limit = config.rateLimitPerHour;
  if (limit === 0) return { status: 200, body: presentUsage(key, null) };
  const window = rateWindow(clock.now());
  const count = await rateLimits.count(key.id, window.start);
  return { status: 200, body: presentUsage(key, { limit, count, window }) };
}
