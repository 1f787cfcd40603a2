import { recordNotFound } from '../../../shared/errors.ts';
import { findAccount } from '../../../shared/store/accounts.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentAccount } from '../accounts-list/present.ts';

/** GET /api/v1/accounts/{id} */
export async function showAccount(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const account = await findAccount(sql, caller.householdId, params['id'] ?? '');
  if (account === null) throw recordNotFound();
  return { status: 200, body: { data: presentAccount(account) } };
}
