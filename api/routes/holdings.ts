import * as holdings from '../../shared/ledger/holdings.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { list as listOf, object, ref, WANTED } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import {
  presentHolding,
  presentHoldingsAccount,
  presentHoldingsValuation,
} from '../records/holding.ts';

const listHoldingsParameters = {
  account_id: uuidParameter('Only positions of this account.'),
  ...pageParameters,
};

/** GET /api/v1/holdings */
const listHoldings = defineRoute({
  method: 'get',
  path: '/api/v1/holdings',
  scope: 'read',
  schema: {
    operationId: 'listHoldings',
    summary: 'List holdings',
    description:
      'What is held now. `valuation` sums all selected positions per currency, not only this page; `accounts` says what the provider states per account, and where it has no holdings to give.',
    tag: 'Ledger',
    query: listHoldingsParameters,
    responses: {
      200: {
        description: 'A page of positions with their valuation.',
        schema: object({
          data: listOf(ref('Holding'), WANTED),
          valuation: listOf(
            ref('HoldingsValuation'),
            'The sums of all positions, one for each currency.',
          ),
          accounts: listOf(ref('HoldingsAccount'), 'The accounts that it is about.'),
          meta: ref('PageMeta'),
        }),
      },
    },
  },
  async handler({ sql }, request) {
    const { householdId } = request.caller;
    const { account_id: accountId } = request.query;
    const list = (page: PageRequest) => holdings.listHoldings(sql, householdId, accountId, page);
    const valuation = await holdings.sumHoldings(sql, householdId, accountId);
    const accounts = await holdings.listHoldingsAccounts(sql, householdId, accountId);
    return answerPage(request, list, presentHolding, {
      valuation: valuation.map(presentHoldingsValuation),
      accounts: accounts.map(presentHoldingsAccount),
    });
  },
});

export const holdingRoutes: readonly Route[] = [listHoldings];
