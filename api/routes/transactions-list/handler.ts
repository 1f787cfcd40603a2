import {
  countTransactions,
  listTransactions as listStoredTransactions,
} from '../../../shared/store/transaction-list.ts';
import type { ApiContext } from '../../context.ts';
import { readEntryFilter } from '../../http/entry-query.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTransaction } from '../transactions-show/present.ts';
import type { listTransactionsParameters } from './schema.ts';

/** GET /api/v1/transactions */
export async function listTransactions(
  { sql }: ApiContext,
  { caller, query }: ApiRequest<QueryOf<typeof listTransactionsParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const { pending, search } = query;
  const filter = { ...readEntryFilter(query), pending, search };
  const count = await countTransactions(sql, householdId, filter);
  const window = pageWindow(pageRequest(query), count);
  const transactions = await listStoredTransactions(sql, householdId, filter, window);
  const meta = presentPageMeta(window);
  return { status: 200, body: { data: transactions.map(presentTransaction), meta } };
}
