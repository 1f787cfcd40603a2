import { TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const merchant: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  website_url: nullable({ type: 'string' }),
  logo_url: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
