import {
  countHoldings,
  listHoldings as listStoredHoldings,
  listHoldingsAccounts,
  sumHoldings,
} from '../../../shared/store/holdings.ts';
import type { Holding } from '../../../shared/store/holdings.ts';
import type { ApiContext } from '../../context.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import type { listHoldingsParameters } from './schema.ts';
import { normalizeDecimal } from '../../../shared/money.ts';

/** GET /api/v1/holdings */
export async function listHoldings(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listHoldingsParameters>>,
): Promise<ApiResponse> {
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
}

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
