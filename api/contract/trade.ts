import { CURRENCY, DATE, DECIMAL, TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const trade: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  security_id: UUID,
  ticker: nullable({ type: 'string' }),
  exchange_operating_mic: nullable({ type: 'string' }),
  date: DATE,
  name: { type: 'string' },
  quantity: DECIMAL,
  price: DECIMAL,
  amount: DECIMAL,
  currency: CURRENCY,
  fee: nullable(DECIMAL),
  investment_activity_label: nullable({ type: 'string' }),
  notes: nullable({ type: 'string' }),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
