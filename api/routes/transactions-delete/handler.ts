import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { removeTransaction } from '../../../shared/store/transaction-removal.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/transactions/{id} */
export async function deleteTransaction(
  { sql, clock }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const end = await sql.begin((tx) => {
    return removeTransaction(tx, caller.householdId, params['id'] ?? '', clock.now());
  });
  if (end === 'unknown') throw recordNotFound();
  if (end === 'split_line') {
    throw new AppError('conflict', {
      publicMessage: 'This is one line of a split transaction; delete the transaction itself.',
    });
  }
  return { status: 204 };
}
