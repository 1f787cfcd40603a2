import { generateApiKey } from '../../../shared/api-key.ts';
import type { ApiKeyScope } from '../../../shared/api-key.ts';
import { validationFailed } from '../../../shared/errors.ts';
import { insertApiKey } from '../../../shared/store/api-keys.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentApiKey } from '../api-keys-list/present.ts';

interface Body {
  name: string;
  scope: ApiKeyScope;
  expires_at?: string | null;
}

/** POST /api/v1/api_keys */
export async function createApiKey(
  { sql, clock }: ApiContext,
  { caller, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const body = (await readJson()) as Body;
  const name = body.name.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  const expiresAt = typeof body.expires_at === 'string' ? new Date(body.expires_at) : null;
  if (expiresAt !== null && !(expiresAt > clock.now())) {
    throw validationFailed('expires_at must lie in the future.');
  }
  const { value, digest, lastFour } = generateApiKey();
  const key = await insertApiKey(sql, caller.householdId, caller.userId, {
    name,
    digest,
    lastFour,
    scope: body.scope,
    expiresAt,
  });
  if (key === null) throw validationFailed('name is taken by another of your keys.');
  return { status: 201, body: { data: { ...presentApiKey(key), api_key: value } } };
}
