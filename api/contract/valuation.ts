import { VALUATION_KINDS } from '../../shared/store/ledger/valuations.ts';
import { CURRENCY, DATE, DECIMAL, TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const valuation: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  date: DATE,
  kind: { type: 'string', enum: VALUATION_KINDS },
  name: nullable({ type: 'string' }),
  amount: DECIMAL,
  currency: CURRENCY,
  notes: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
