import { generateApiKey } from '../../shared/households/api-key.ts';
import * as apiKeys from '../../shared/households/api-keys.ts';
import { insertApiKey } from '../../shared/households/api-keys.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentApiKey } from '../records/api-key.ts';

/** GET /api/v1/api_keys */
const listApiKeys = defineRoute({
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

/** POST /api/v1/api_keys */
const createApiKey = defineWrite({
  method: 'post',
  path: '/api/v1/api_keys',
  scope: 'read_write',
  schema: {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key for your user. Only this answer contains the key itself, so store it.',
    tag: 'Account',
    body: { required: true, json: ref('NewApiKey') },
    answersSecret: true,
    example: { body: { name: 'Spreadsheet', scope: 'read' } },
    responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
  },
  async write(tx, body, { caller, now }) {
    const name = body.name.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    const expiresAt = typeof body.expires_at === 'string' ? new Date(body.expires_at) : null;
    if (expiresAt !== null && !(expiresAt > now)) {
      throw validationFailed('expires_at must lie in the future.');
    }
    const { value, digest, lastFour } = generateApiKey();
    const made = { name, digest, lastFour, scope: body.scope, expiresAt };
    const key = await insertApiKey(tx, caller.householdId, caller.userId, made);
    if (key === null) throw validationFailed('name is taken by another of your keys.');
    return { status: 201, body: { data: { ...presentApiKey(key), api_key: value } } };
  },
});

/** DELETE /api/v1/api_keys/{id} */
const revokeApiKey = defineWrite({
  method: 'delete',
  path: '/api/v1/api_keys/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'Revokes one of your keys immediately and permanently. Its name becomes free.',
    tag: 'Account',
    responses: { 204: { description: 'The key is revoked.' } },
  },
  async write(tx, _body, { caller: { householdId, userId }, id, now }) {
    return answerGone(await apiKeys.revokeApiKey(tx, householdId, userId, id, now));
  },
});

export const apiKeyRoutes: readonly Route[] = [listApiKeys, createApiKey, revokeApiKey];
