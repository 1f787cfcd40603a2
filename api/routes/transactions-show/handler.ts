import { recordNotFound } from '../../../shared/errors.ts';
import { findTransaction } from '../../../shared/store/transactions.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTransaction } from './present.ts';

/** GET /api/v1/transactions/{id} */
export async function showTransaction(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const transaction = await findTransaction(sql, caller.householdId, params['id'] ?? '');
  if (transaction === null) throw recordNotFound();
  return { status: 200, body: { data: presentTransaction(transaction) } };
}
