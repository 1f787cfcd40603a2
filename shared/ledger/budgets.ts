import type { AnySql } from '../postgres/connect.ts';
import { listRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

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
export async function listBudgets(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<Budget>> {
  const matching = sql`from budgets b where b.household_id = ${householdId}`;
  return listRows(
    sql,
    page,
    matching,
    [
      ['b.start_date', 'date', 'desc'],
      ['b.end_date', 'date', 'desc'],
      ['b.id', 'uuid'],
    ],
    sql`
    b.id, b.start_date, b.end_date,
      b.budgeted_spending, b.expected_income, b.currency,
      b.created_at, b.updated_at,
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
        where bc.budget_id = b.id
      ), '[]') as categories`,
  );
}
