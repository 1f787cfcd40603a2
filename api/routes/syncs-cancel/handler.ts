import { recordNotFound } from '../../../shared/errors.ts';
import { listSyncAccounts } from '../../../shared/store/sync-accounts.ts';
import { requestCancel } from '../../../shared/store/syncs.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentSync } from '../syncs-list/present.ts';

/** POST /api/v1/syncs/{id}/cancel */
export async function cancelSync(
  { sql, clock }: ApiContext,
  { caller, params }: ApiRequest,
): Promise<ApiResponse> {
  const sync = await requestCancel(sql, caller.householdId, params['id'] ?? '', clock.now());
  if (sync === null) throw recordNotFound();
  const accounts = await listSyncAccounts(sql, caller.householdId, [sync.id]);
  return { status: 202, body: { data: presentSync(sync, accounts) } };
}
