import type { AnySql } from '../../db/connect.ts';

export interface BudgetCategory {
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

/** How many budgets a household has. */
export async function countBudgets(sql: AnySql, householdId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from budgets
    where household_id = ${householdId}`;
  return row.count;
}

/** A page of a household's budgets with their categories, the newest period first. */
export async function listBudgets(
  sql: AnySql,
  householdId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Budget[]> {
  return sql<Budget[]>`
    select b.id, b.start_date as "startDate", b.end_date as "endDate",
      b.budgeted_spending as "budgetedSpending", b.expected_income as "expectedIncome", b.currency,
      b.created_at as "createdAt", b.updated_at as "updatedAt",
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
      ), '[]') as categories
    from budgets b
    where b.household_id = ${householdId}
    order by b.start_date desc, b.end_date desc, b.id
    offset ${offset}
    limit ${limit}`;
}
