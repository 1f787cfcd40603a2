import * as budgets from '../../shared/ledger/budgets.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentBudget } from '../records/budget.ts';

/** GET /api/v1/budgets */
const listBudgets = defineRoute({
  method: 'get',
  path: '/api/v1/budgets',
  scope: 'read',
  schema: {
    operationId: 'listBudgets',
    summary: 'List budgets',
    description: 'With their categories, the newest period first.',
    tag: 'Ledger',
    query: pageParameters,
    responses: { 200: { description: 'A page of budgets.', schema: pageOf(ref('Budget')) } },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => budgets.listBudgets(sql, request.caller.householdId, page),
      presentBudget,
    ),
});

export const budgetRoutes: readonly Route[] = [listBudgets];
