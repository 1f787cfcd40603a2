import * as categories from '../../../shared/ledger/categories.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';
import { presentCategory, categorySchema } from '../../present/categories.ts';

/** GET /api/v1/categories */
export const listCategories = defineRoute({
  method: 'get',
  path: '/api/v1/categories',
  scope: 'read',
  schema: {
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'By name. A category has at most one level of children.',
    tag: 'Ledger',
    query: pageParameters,
    named: { Category: categorySchema },
    responses: { 200: { description: 'A page of categories.', schema: pageOf(ref('Category')) } },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => categories.listCategories(sql, request.caller.householdId, page),
      presentCategory,
    ),
});
