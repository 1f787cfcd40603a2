import { CURRENCY, DATE, DECIMAL, TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export const budget: JsonSchema = object({
  id: UUID,
  start_date: DATE,
  end_date: DATE,
  budgeted_spending: nullable(DECIMAL),
  expected_income: nullable(DECIMAL),
  currency: CURRENCY,
  categories: {
    type: 'array',
    items: object({
      category_id: UUID,
      category_name: { type: 'string' },
      budgeted_spending: DECIMAL,
      currency: CURRENCY,
    }),
  },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});
