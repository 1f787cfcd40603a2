import { TIMESTAMP, UUID, object, ref } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const transactionSuggestion: JsonSchema = object({
  id: UUID,
  transaction: ref('Transaction'),
  candidates: {
    type: 'array',
    minItems: 1,
    description:
      'The pending transactions that may have become it; some may be left out of every other list because the bank stopped listing them.',
    items: ref('Transaction'),
  },
  created_at: TIMESTAMP,
});

export const transactionSuggestionChoice: JsonSchema = object({ candidate_id: UUID });
