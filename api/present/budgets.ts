import type { Budget } from '../../shared/store/ledger/budgets.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
