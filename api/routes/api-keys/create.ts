import { generateApiKey } from '../../../shared/households/api-key.ts';
import { validationFailed } from '../../../shared/platform/errors.ts';
import { insertApiKey } from '../../../shared/households/api-keys.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentApiKey } from '../../present/api-keys.ts';

/** POST /api/v1/api_keys */
export const createApiKey = defineRoute({
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
  async handler(context, { caller, readJson }) {
    const body = await readJson();
    const name = body.name.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    const expiresAt = typeof body.expires_at === 'string' ? new Date(body.expires_at) : null;
    if (expiresAt !== null && !(expiresAt > context.clock.now())) {
      throw validationFailed('expires_at must lie in the future.');
    }
    const { value, digest, lastFour } = generateApiKey();
    const made = { name, digest, lastFour, scope: body.scope, expiresAt };
    const key = await writeAs(context, caller, (tx) =>
      insertApiKey(tx, caller.householdId, caller.userId, made),
    );
    if (key === null) throw validationFailed('name is taken by another of your keys.');
    return { status: 201, body: { data: { ...presentApiKey(key), api_key: value } } };
  },
});
