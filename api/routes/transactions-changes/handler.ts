import { recordNotFound } from '../../../shared/errors.ts';
import {
  countTransactionChanges,
  hasLoggedTransaction,
  listTransactionChanges as listStoredChanges,
} from '../../../shared/store/transaction-changes.ts';
import type { ApiContext } from '../../context.ts';
import { pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTransactionChange } from './present.ts';

/** GET /api/v1/transactions/{id}/changes */
export async function listTransactionChanges(
  { sql }: ApiContext,
  { caller, params, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const id = params['id'] ?? '';
  if (!(await hasLoggedTransaction(sql, householdId, id))) throw recordNotFound();
  const count = await countTransactionChanges(sql, householdId, id);
  const window = pageWindow(pageRequest(query), count);
  const changes = await listStoredChanges(sql, householdId, id, window);
  const meta = presentPageMeta(window);
  return { status: 200, body: { data: changes.map(presentTransactionChange), meta } };
}
