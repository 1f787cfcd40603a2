import { recordNotFound } from '../../../shared/errors.ts';
import { listSyncAccounts } from '../../../shared/store/sync-accounts.ts';
import { findSync } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentSync } from '../syncs-list/present.ts';

/** GET /api/v1/syncs/{id} */
export async function showSync(
  { sql }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const sync = await findSync(sql, caller.householdId, params['id'] ?? '');
  if (sync === null) throw recordNotFound();
  const accounts = await listSyncAccounts(sql, caller.householdId, [sync.id]);
  return { status: 200, body: { data: presentSync(sync, accounts) } };
}
