import { listBudgets } from '../../shared/ledger/budgets.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { resource } from '../http/resource.ts';
import { presentBudget } from '../records/budget.ts';

export const budgetRoutes = resource('Ledger');

budgetRoutes.read('GET /api/v1/budgets', {
  operationId: 'listBudgets',
  summary: 'List budgets',
  description: 'With their categories, the newest period first.',
  query: pageParameters,
  responses: { 200: { description: 'A page of budgets.', schema: pageOf(ref('Budget')) } },
  handler: ({ sql }, request) =>
    answerPage(request, (page) => listBudgets(sql, request.householdId, page), presentBudget),
});
