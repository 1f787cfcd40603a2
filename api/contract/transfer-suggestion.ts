import { TIMESTAMP, UUID, object, ref } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const transferSuggestion: JsonSchema = object({
  id: UUID,
  outflow: ref('Transaction'),
  inflow: ref('Transaction'),
  created_at: TIMESTAMP,
});
