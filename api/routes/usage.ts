import { API_KEY_SCOPES } from '../../shared/households/api-key.ts';
import { findApiKey } from '../../shared/households/api-keys.ts';
import { ref } from '../openapi/json-schema.ts';
import { orNotFound } from '../http/answer-record.ts';
import { rateWindow } from '../http/rate-limit.ts';
import { resource } from '../http/resource.ts';
import { presentUsage } from '../records/usage.ts';

export const usageRoutes = resource('Account');

usageRoutes.read('GET /api/v1/usage', {
  scope: API_KEY_SCOPES,
  operationId: 'showUsage',
  summary: 'Show the usage of your API key',
  description:
    'The key of this request, and how many requests it has left this hour. This request counts as well.',
  responses: { 200: { description: 'The key and its limit.', schema: ref('Usage') } },
  async handler({ config, sql, clock, rateLimits }, { caller }) {
    const key = orNotFound(await findApiKey(sql, caller, caller.apiKeyId));
    const limit = config.rateLimitPerHour;
    if (limit === 0) return { status: 200, body: presentUsage({ key, hour: null }) };
    const window = rateWindow(clock.now());
    const count = await rateLimits.count(key.id, window.start);
    return { status: 200, body: presentUsage({ key, hour: { limit, count, window } }) };
  },
});
