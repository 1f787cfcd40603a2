import { recordsOf } from '../postgres/household-rows.ts';

interface BudgetCategory {
  category_id: string;
  category_name: string;
  /** Decimal text. */
  budgeted_spending: string;
  currency: string;
}

export interface Budget {
  id: string;
  startDate: string;
  endDate: string;
  budgetedSpending: string | null;
  expectedIncome: string | null;
  currency: string;
  /** By name. */
  categories: BudgetCategory[];
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a household's budgets with their categories, the newest period first. */
export const { list: listBudgets } = recordsOf<Budget>(
  'budgets',
  (sql) => sql`
    id, start_date, end_date, budgeted_spending, expected_income, currency, created_at, updated_at,
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'category_id', bc.category_id,
          'category_name', c.name,
          'budgeted_spending', trim_scale(bc.budgeted_spending)::text,
          'currency', bc.currency
        )
        order by c.name, c.id
      )
      from budget_categories bc
      join categories c on c.id = bc.category_id
      where bc.budget_id = budgets.id
    ), '[]') as categories`,
  {
    order: [
      ['budgets.start_date', 'date', 'desc'],
      ['budgets.end_date', 'date', 'desc'],
      ['budgets.id', 'uuid'],
    ],
  },
);
