import { apiKey, createdApiKey, newApiKey } from './api-key.ts';
import { errorResponse } from './error-response.ts';
import {
  importChunk,
  importSession,
  importSummary,
  newImportChunk,
  newImportChunkUpload,
  newImportSession,
} from './import-session.ts';
import type { JsonSchema } from './json-schema.ts';
import { pageMeta } from './page-meta.ts';
import { usage } from './usage.ts';

/** Every named schema of the OpenAPI document; refer to one with `ref('Name')`. */
export const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  ApiKey: apiKey,
  CreatedApiKey: createdApiKey,
  ErrorResponse: errorResponse,
  ImportChunk: importChunk,
  ImportSession: importSession,
  ImportSummary: importSummary,
  NewApiKey: newApiKey,
  NewImportChunk: newImportChunk,
  NewImportChunkUpload: newImportChunkUpload,
  NewImportSession: newImportSession,
  PageMeta: pageMeta,
  Usage: usage,
};
