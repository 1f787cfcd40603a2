import type { Budget } from '../../shared/ledger/budgets.ts';
import {
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

export const budgetSchema: JsonSchema = object({
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

/** A budget on the wire. */
export function presentBudget(budget: Budget): Schemas['Budget'] {
  return {
    id: budget.id,
    start_date: budget.startDate,
    end_date: budget.endDate,
    budgeted_spending: budget.budgetedSpending,
    expected_income: budget.expectedIncome,
    currency: budget.currency,
    categories: budget.categories,
    created_at: presentTimestamp(budget.createdAt),
    updated_at: presentTimestamp(budget.updatedAt),
  };
}
