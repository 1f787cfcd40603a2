import {
  countApiKeys,
  listApiKeys as listKeys,
} from '../../../shared/store/households/api-keys.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
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
    description: 'The keys of the user who asks, revoked ones included, oldest first.',
    tag: 'Account',
    query: pageParameters,
    responses: { 200: { description: 'A page of keys.', schema: pageOf(ref('ApiKey')) } },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId, userId } = caller;
    const window = pageWindow(pageRequest(query), await countApiKeys(sql, householdId, userId));
    const keys = await listKeys(sql, householdId, userId, window);
    return { status: 200, body: { data: keys.map(presentApiKey), meta: presentPageMeta(window) } };
  },
});
