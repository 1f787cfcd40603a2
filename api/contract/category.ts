import { TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const category: JsonSchema = object({
  id: UUID,
  parent_id: nullable(UUID),
  name: { type: 'string' },
  color: { type: 'string' },
  classification: { type: 'string', enum: ['expense', 'income'] },
  icon: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
