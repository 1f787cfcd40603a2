import { TIMESTAMP, UUID, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const tag: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
