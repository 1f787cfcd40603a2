import { listBudgets } from '../../shared/ledger/budgets.ts';
import { resource } from '../http/resource.ts';
import { presentBudget } from '../records/budget.ts';

export const budgetRoutes = resource('Ledger');

budgetRoutes.list('GET /api/v1/budgets', {
  operationId: 'listBudgets',
  summary: 'List budgets',
  description: 'With their categories, the newest period first.',
  answers: 'A page of budgets.',
  record: presentBudget,
  rows: (sql, { householdId }, page) => listBudgets(sql, householdId, page),
});
