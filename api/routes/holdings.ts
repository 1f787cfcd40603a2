import { listHoldings, listHoldingsAccounts, sumHoldings } from '../../shared/ledger/holdings.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { list as listOf, object, ref, WANTED } from '../openapi/json-schema.ts';
import { answerPage, pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import {
  presentHolding,
  presentHoldingsAccount,
  presentHoldingsValuation,
} from '../records/holding.ts';

export const holdingRoutes = resource('Ledger');

holdingRoutes.read('GET /api/v1/holdings', {
  operationId: 'listHoldings',
  summary: 'List holdings',
  description:
    'The current positions. `valuation` sums all selected positions per currency, not only this page; `accounts` holds what the provider states per account, and which accounts it has no holdings for.',
  query: {
    account_id: uuidParameter('Only positions of this account.'),
    ...pageParameters,
  },
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
  async handler({ sql }, request) {
    const { householdId } = request;
    const { account_id: accountId } = request.query;
    const list = (page: PageRequest) => listHoldings(sql, householdId, accountId, page);
    const valuation = await sumHoldings(sql, householdId, accountId);
    const accounts = await listHoldingsAccounts(sql, householdId, accountId);
    return answerPage(request, list, presentHolding, {
      valuation: valuation.map(presentHoldingsValuation),
      accounts: accounts.map(presentHoldingsAccount),
    });
  },
});
