import * as tags from '../../shared/ledger/tags.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentTag } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

/** GET /api/v1/tags */
const listTags = defineRoute({
  method: 'get',
  path: '/api/v1/tags',
  scope: 'read',
  schema: {
    operationId: 'listTags',
    summary: 'List tags',
    description: 'By name.',
    tag: 'Ledger',
    query: pageParameters,
    responses: { 200: { description: 'A page of tags.', schema: pageOf(ref('Tag')) } },
  },
  handler: ({ sql }, request) =>
    answerPage(request, (page) => tags.listTags(sql, request.caller.householdId, page), presentTag),
});

const namedTagRoutes = namedRoutes({
  table: 'tags',
  path: 'tags',
  name: 'Tag',
  uses: 'transactions, rules',
  present: presentTag,
});

export const tagRoutes: readonly Route[] = [listTags, ...namedTagRoutes];
