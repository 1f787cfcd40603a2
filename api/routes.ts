import type { Route } from './http/route.ts';
import { createApiKey } from './routes/api-keys-create/handler.ts';
import { createApiKeySchema } from './routes/api-keys-create/schema.ts';
import { listApiKeys } from './routes/api-keys-list/handler.ts';
import { listApiKeysSchema } from './routes/api-keys-list/schema.ts';
import { revokeApiKey } from './routes/api-keys-revoke/handler.ts';
import { revokeApiKeySchema } from './routes/api-keys-revoke/schema.ts';
import { cancelImportSession } from './routes/import-sessions-cancel/handler.ts';
import { cancelImportSessionSchema } from './routes/import-sessions-cancel/schema.ts';
import { createImportSession } from './routes/import-sessions-create/handler.ts';
import { createImportSessionSchema } from './routes/import-sessions-create/schema.ts';
import { removeImportSession } from './routes/import-sessions-delete/handler.ts';
import { deleteImportSessionSchema } from './routes/import-sessions-delete/schema.ts';
import { listImportSessions } from './routes/import-sessions-list/handler.ts';
import { listImportSessionsSchema } from './routes/import-sessions-list/schema.ts';
import { publishImportSession } from './routes/import-sessions-publish/handler.ts';
import { publishImportSessionSchema } from './routes/import-sessions-publish/schema.ts';
import { showImportSession } from './routes/import-sessions-show/handler.ts';
import { showImportSessionSchema } from './routes/import-sessions-show/schema.ts';
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
  { method: 'post',   path: '/api/v1/import_sessions',                scope: 'read_write', schema: createImportSessionSchema, handler: createImportSession },
  { method: 'get',    path: '/api/v1/import_sessions',                scope: 'read',       schema: listImportSessionsSchema, handler: listImportSessions },
  { method: 'get',    path: '/api/v1/import_sessions/{id}',           scope: 'read',       schema: showImportSessionSchema, handler: showImportSession },
  { method: 'delete', path: '/api/v1/import_sessions/{id}',           scope: 'read_write', schema: deleteImportSessionSchema, handler: removeImportSession },
  { method: 'post',   path: '/api/v1/import_sessions/{id}/publish',   scope: 'read_write', schema: publishImportSessionSchema, handler: publishImportSession },
  { method: 'post',   path: '/api/v1/import_sessions/{id}/cancel',    scope: 'read_write', schema: cancelImportSessionSchema, handler: cancelImportSession },
];
