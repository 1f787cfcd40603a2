import * as apiKeys from '../../shared/households/api-keys.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { resource } from '../http/resource.ts';
import { presentApiKey } from '../records/api-key.ts';
import { answerIssued, answerRotated, KEY_ROTATION, readNewKey } from '../steps/issued-keys.ts';

export const apiKeyRoutes = resource('Account');

apiKeyRoutes.list('GET /api/v1/api_keys', {
  scope: 'read_write',
  operationId: 'listApiKeys',
  summary: 'List your API keys',
  description: 'Your user’s keys, including revoked ones, oldest first.',
  answers: 'A page of keys.',
  record: presentApiKey,
  rows: (sql, { caller }, page) => apiKeys.listApiKeys(sql, caller, page),
});

apiKeyRoutes.write('POST /api/v1/api_keys', {
  scope: 'read_write',
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'Creates a key for your user. Only this answer contains the key itself, so store it.',
  body: { required: true, json: ref('NewApiKey') },
  answersSecret: true,
  example: { body: { name: 'Spreadsheet', scope: 'read' } },
  responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
  async write(tx, body, { caller, now }) {
    const wanted = readNewKey(body, now, caller.expiresAt);
    return answerIssued(await apiKeys.issueKey(tx, caller, wanted));
  },
});

apiKeyRoutes.write('POST /api/v1/api_keys/{id}/rotate', {
  scope: 'read_write',
  operationId: 'rotateApiKey',
  summary: 'Replace an API key',
  description:
    'Creates a key with the same name and scopes. The old key keeps working for a day, or for as long as you say. Only this answer contains the new key.',
  body: { required: false, json: KEY_ROTATION },
  answersSecret: true,
  example: { body: { overlap_seconds: 3600 } },
  responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
  errors: ['conflict'],
  write: (tx, body, { caller, id, now }) =>
    answerRotated(tx, caller, { id, body, now, latest: caller.expiresAt }),
});

apiKeyRoutes.remove('DELETE /api/v1/api_keys/{id}', {
  scope: 'read_write',
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'Revokes one of your keys immediately and permanently. Its name becomes free.',
  answers: 'The key is revoked.',
  remove: (tx, _owner, id, { caller, now }) => apiKeys.revokeApiKey(tx, caller, id, now),
});
