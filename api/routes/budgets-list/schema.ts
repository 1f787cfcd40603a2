import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listBudgetsSchema: OperationSchema = {
  operationId: 'listBudgets',
  summary: 'List budgets',
  description: 'With their categories, the newest period first.',
  tag: 'Ledger',
  query: pageParameters,
  responses: { 200: { description: 'A page of budgets.', schema: pageOf(ref('Budget')) } },
};
