import * as merchants from '../../shared/ledger/merchants.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentMerchant } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

/** GET /api/v1/merchants */
const listMerchants = defineRoute({
  method: 'get',
  path: '/api/v1/merchants',
  scope: 'read',
  schema: {
    operationId: 'listMerchants',
    summary: 'List merchants',
    description: 'By name.',
    tag: 'Ledger',
    query: pageParameters,
    responses: { 200: { description: 'A page of merchants.', schema: pageOf(ref('Merchant')) } },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => merchants.listMerchants(sql, request.caller.householdId, page),
      presentMerchant,
    ),
});

const namedMerchantRoutes = namedRoutes({
  table: 'merchants',
  path: 'merchants',
  name: 'Merchant',
  uses: 'transactions, recurring transactions, rules',
  present: presentMerchant,
});

export const merchantRoutes: readonly Route[] = [listMerchants, ...namedMerchantRoutes];
