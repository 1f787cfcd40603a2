import { recordNotFound } from '../../../shared/errors.ts';
import { removeAccount } from '../../../shared/store/account-removal.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';

/** DELETE /api/v1/accounts/{id} */
export async function deleteAccount(
  { sql, clock }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const removed = await sql.begin((tx) => {
    return removeAccount(tx, caller.householdId, params['id'] ?? '', clock.now());
  });
  if (!removed) throw recordNotFound();
  return { status: 204 };
}
