import { normalizeDecimal } from '../../../shared/money.ts';
import type { Holding } from '../../../shared/store/ledger/holdings.ts';
import {
  countHoldings,
  listHoldingsAccounts,
  listHoldings as listStoredHoldings,
  sumHoldings,
} from '../../../shared/store/ledger/holdings.ts';
import { object, ref } from '../../contract/json-schema.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';

const listHoldingsParameters = {
  account_id: uuidParameter('Only positions of this account.'),
  ...pageParameters,
};
/** GET /api/v1/holdings */
export const listHoldings = defineRoute({
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
          data: { type: 'array', items: ref('Holding') },
          valuation: { type: 'array', items: ref('HoldingsValuation') },
          accounts: { type: 'array', items: ref('HoldingsAccount') },
          meta: ref('PageMeta'),
        }),
      },
    },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId } = caller;
    const accountId = query.account_id;
    const window = pageWindow(pageRequest(query), await countHoldings(sql, householdId, accountId));
    const holdings = await listStoredHoldings(sql, householdId, accountId, window);
    const valuation = await sumHoldings(sql, householdId, accountId);
    const accounts = await listHoldingsAccounts(sql, householdId, accountId);
    const body = {
      data: holdings.map(presentHolding),
      valuation: valuation.map(({ currency, value }) => ({ currency, value: trimmed(value) })),
      accounts: accounts.map((account) => ({
        account_id: account.accountId,
        holdings: account.state,
        total_value: account.total === null ? null : trimmed(account.total),
        currency: account.currency,
        checked_at: presentTimestamp(account.checkedAt),
      })),
      meta: presentPageMeta(window),
    };
    return { status: 200, body };
  },
});

/** Sums and products carry needless zeros. */
function trimmed(decimal: string): string {
  return normalizeDecimal(decimal) ?? decimal;
}

function presentHolding(holding: Holding) {
  return {
    id: holding.id,
    account_id: holding.accountId,
    security: {
      id: holding.securityId,
      name: holding.securityName,
      ticker: holding.ticker,
      isin: holding.isin,
      figi: holding.figi,
      cusip: holding.cusip,
      currency: holding.securityCurrency,
    },
    date: holding.date,
    quantity: holding.quantity,
    price: holding.price,
    value: holding.value === null ? null : trimmed(holding.value),
    cost_basis: holding.costBasis,
    currency: holding.currency,
    source: holding.source,
    created_at: presentTimestamp(holding.createdAt),
    updated_at: presentTimestamp(holding.updatedAt),
  };
}
