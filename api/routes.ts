import type { Route } from './http/route.ts';
import { createApiKey } from './routes/api-keys-create/handler.ts';
import { createApiKeySchema } from './routes/api-keys-create/schema.ts';
import { listApiKeys } from './routes/api-keys-list/handler.ts';
import { listApiKeysSchema } from './routes/api-keys-list/schema.ts';
import { revokeApiKey } from './routes/api-keys-revoke/handler.ts';
import { revokeApiKeySchema } from './routes/api-keys-revoke/schema.ts';
import { showUsage } from './routes/usage-show/handler.ts';
import { showUsageSchema } from './routes/usage-show/schema.ts';

/**
 * The API, one line per operation. Routing, 405 with Allow, the checks before a handler, the OpenAPI
 * document and the tests' response checking are all made from this list.
 */
// prettier-ignore
export const ROUTES: readonly Route[] = [
  { method: 'get',    path: '/api/v1/usage',         scope: 'read',       schema: showUsageSchema,    handler: showUsage },
  { method: 'get',    path: '/api/v1/api_keys',      scope: 'read_write', schema: listApiKeysSchema,  handler: listApiKeys },
  { method: 'post',   path: '/api/v1/api_keys',      scope: 'read_write', schema: createApiKeySchema, handler: createApiKey },
  { method: 'delete', path: '/api/v1/api_keys/{id}', scope: 'read_write', schema: revokeApiKeySchema, handler: revokeApiKey },
];
