import { listApiKeys, revokeApiKey, issueKey } from '../../shared/households/api-keys.ts';
import { findHouseholdOf } from '../../shared/households/households.ts';
import { findFirstUser } from '../../shared/households/users.ts';
import type { AnySql } from '../../shared/postgres/connect.ts';
import { orNotFound } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, field, ref, UUID } from '../openapi/json-schema.ts';
import { presentApiKey } from '../records/api-key.ts';
import { answerIssued, answerRotated, KEY_ROTATION, readNewKey } from '../steps/issued-keys.ts';

export const householdKeyRoutes = resource('Platform');

const EXAMPLE_KEY = { key_id: exampleId('api_key') };
const KEY_ID = { key_id: field(UUID, 'The id of a key of the household.') };

/** Locks the household, so that it cannot be deleted meanwhile. Throws record_not_found. */
async function lockHouseholdOf(tx: AnySql, platformId: string, id: string) {
  const household = orNotFound(await findHouseholdOf(tx, platformId, id, { lock: true }));
  return { householdId: household.id };
}

householdKeyRoutes.list('GET /api/v1/households/{id}/api_keys', {
  operationId: 'listHouseholdKeys',
  summary: 'List the keys of a household',
  description:
    'Those that you made and those that its users made, including revoked ones, oldest first.',
  exists: findHouseholdOf,
  answers: 'A page of keys.',
  record: presentApiKey,
  rows: (sql, { id }, page) => listApiKeys(sql, { householdId: id }, page),
});

householdKeyRoutes.write('POST /api/v1/households/{id}/api_keys', {
  operationId: 'createHouseholdKey',
  summary: 'Create a key of a household',
  description: 'Only this answer contains the key itself.',
  body: { required: true, json: ref('NewApiKey') },
  answersSecret: true,
  example: { body: { name: 'Phone', scopes: ['read', 'imports'] } },
  responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
  exists: findHouseholdOf,
  async write(tx, body, { caller, id, now }) {
    const wanted = readNewKey(body, now, null);
    const { householdId } = await lockHouseholdOf(tx, caller.platformId, id);
    const user = await findFirstUser(tx, householdId);
    if (user === null) throw new Error('the household has no user');
    return answerIssued(await issueKey(tx, { householdId, userId: user.id }, wanted));
  },
});

householdKeyRoutes.write('POST /api/v1/households/{id}/api_keys/{key_id}/rotate', {
  operationId: 'rotateHouseholdKey',
  summary: 'Replace a key of a household',
  description:
    'Creates a key with the same name and scopes. The old key keeps working for a day, or for as long as you say. Only this answer contains the new key.',
  params: KEY_ID,
  body: { required: false, json: KEY_ROTATION },
  answersSecret: true,
  example: { params: EXAMPLE_KEY, body: { overlap_seconds: 3600 } },
  responses: { 201: { description: 'The new key.', schema: dataOf(ref('CreatedApiKey')) } },
  errors: ['conflict'],
  exists: findHouseholdOf,
  async write(tx, body, { caller, id, params, now }) {
    const owner = await lockHouseholdOf(tx, caller.platformId, id);
    return answerRotated(tx, owner, { id: params['key_id'] ?? '', body, now, latest: null });
  },
});

householdKeyRoutes.remove('DELETE /api/v1/households/{id}/api_keys/{key_id}', {
  operationId: 'revokeHouseholdKey',
  summary: 'Revoke a key of a household',
  description: 'Revokes it immediately and permanently. Its name becomes free.',
  params: KEY_ID,
  example: { params: EXAMPLE_KEY },
  answers: 'The key is revoked.',
  exists: findHouseholdOf,
  async remove(tx, platformId, id, { params, now }) {
    const owner = await lockHouseholdOf(tx, platformId, id);
    return revokeApiKey(tx, owner, params['key_id'] ?? '', now);
  },
});
