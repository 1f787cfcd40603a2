import { CURRENCY, DATE, DECIMAL, TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const TEXT: JsonSchema = { type: 'string' };

export const holding: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  security: object({
    id: UUID,
    name: nullable(TEXT),
    ticker: nullable(TEXT),
    isin: nullable(TEXT),
    figi: nullable(TEXT),
    cusip: nullable(TEXT),
    currency: nullable(CURRENCY),
  }),
  date: DATE,
  quantity: { ...DECIMAL, description: 'Negative for a short position.' },
  price: nullable(DECIMAL),
  value: nullable(DECIMAL),
  cost_basis: nullable(DECIMAL),
  currency: CURRENCY,
  source: TEXT,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** The sum of all selected positions in one currency; currencies are never mixed. */
export const holdingsValuation: JsonSchema = object({ currency: CURRENCY, value: DECIMAL });

/** What the provider says about the holdings of an account. */
export const holdingsAccount: JsonSchema = object({
  account_id: UUID,
  holdings: { type: 'string', enum: ['unknown', 'available', 'not_supported'] },
  total_value: {
    ...nullable(DECIMAL),
    description: 'The value of the portfolio as the bank states it; null where it does not.',
  },
  currency: nullable(CURRENCY),
  checked_at: nullable(TIMESTAMP),
});
