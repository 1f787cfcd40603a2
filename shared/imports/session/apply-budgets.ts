import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import { countStaged, countWritten, mapped, matchById, requireFree } from './scope.ts';
import type { Apply } from './scope.ts';

const copied = copiedColumns('Budget');

/** Budgets, identified by the id map. A household has one per period; an existing one is taken over. */
export const applyBudgets: Apply = async (tx, scope) => {
  const superseded = await matchById(tx, scope, 'Budget');
  await requireFree(tx, scope, 'Budget', ['start_date', 'end_date'], {
    reason: 'period_taken',
    message: 'the household already has a budget for this period',
    known: true,
  });
  const updated = await tx`
    update budgets b
    set ${tx.unsafe(copied.fromStage)},
        currency = coalesce(s.currency, b.currency),
        updated_at = now()
    from stage_budgets s
    where s.known
      and b.id = s.id
      and b.household_id = ${scope.householdId}`;
  const written = await tx<{ created: boolean }[]>`
    insert into budgets (
      id, household_id, ${tx.unsafe(copied.names)}, currency)
    select distinct on (s.start_date, s.end_date)
      s.id, h.id, ${tx.unsafe(copied.staged)}, coalesce(s.currency, h.currency)
    from stage_budgets s
    join households h on h.id = ${scope.householdId}
    where not s.known
    order by s.start_date, s.end_date, s.line desc
    on conflict (household_id, start_date, end_date) do update
    set ${tx.unsafe(copied.fromExcluded)},
        currency = excluded.currency,
        updated_at = now()
    returning xmax = 0 as created`;
  const known = await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, b.household_id, 'Budget', s.source_id, b.id
    from stage_budgets s
    join budgets b
      on b.household_id = ${scope.householdId} and b.start_date = s.start_date and b.end_date = s.end_date
    where not s.known
    on conflict (session_id, source_type, source_id) do update
    set record_id = excluded.record_id, adopted = false`;
  return countWritten(written, updated.count + known.count + superseded);
};

/** Categories of budgets, one per budget and category. */
export const applyBudgetCategories: Apply = async (tx, scope) => {
  await requireNamed(tx, scope, 'BudgetCategory');
  const written = await tx<{ created: boolean }[]>`
    insert into budget_categories (household_id, budget_id, category_id, budgeted_spending, currency)
    select distinct on (b.id, c.record_id)
      b.household_id, b.id, c.record_id, s.budgeted_spending, coalesce(s.currency, b.currency)
    from stage_budget_categories s
    ${mapped(tx, scope, 'Budget', 'budget_ref')}
    join budgets b on b.id = m.record_id and b.household_id = ${scope.householdId}
    ${mapped(tx, scope, 'Category', 'category_ref', 'c')}
    order by b.id, c.record_id, s.line desc
    on conflict (budget_id, category_id) do update
    set budgeted_spending = excluded.budgeted_spending,
        currency = excluded.currency,
        updated_at = now()
    returning xmax = 0 as created`;
  return countWritten(written, await countStaged(tx, 'BudgetCategory'));
};
