import * as apiKeys from '../../../shared/households/api-keys.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentApiKey } from '../../present/api-keys.ts';

/** GET /api/v1/api_keys */
export const listApiKeys = defineRoute({
  method: 'get',
  path: '/api/v1/api_keys',
  scope: 'read_write',
  schema: {
    operationId: 'listApiKeys',
    summary: 'List your API keys',
    description: 'Your user’s keys, including revoked ones, oldest first.',
    tag: 'Account',
    query: pageParameters,
    responses: { 200: { description: 'A page of keys.', schema: pageOf(ref('ApiKey')) } },
  },
  handler({ sql }, request) {
    const { householdId, userId } = request.caller;
    const list = (page: PageRequest) => apiKeys.listApiKeys(sql, householdId, userId, page);
    return answerPage(request, list, presentApiKey);
  },
});
