import { TIMESTAMP, UUID, object, ref } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const accountSuggestion: JsonSchema = object({
  id: UUID,
  account: ref('Account'),
  candidate: ref('Account'),
  created_at: TIMESTAMP,
});
