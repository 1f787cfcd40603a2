import { recordNotFound, validationFailed } from '../../../shared/errors.ts';
import {
  findAccount,
  updateAccount as updateStoredAccount,
} from '../../../shared/store/accounts.ts';
import { setIgnored } from '../../../shared/store/provider-accounts.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentAccount } from '../accounts-list/present.ts';

interface AccountChange {
  name?: string;
  type?: string;
  subtype?: string | null;
  ignored?: boolean;
}

/** PATCH /api/v1/accounts/{id} */
export async function updateAccount(
  { sql, clock }: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const id = params['id'] ?? '';
  const found = await findAccount(sql, householdId, id);
  if (found === null) throw recordNotFound();
  const { ignored, ...change } = (await readJson()) as AccountChange;
  const name = change.name?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  if (ignored !== undefined && found.link === null) {
    throw validationFailed('ignored is only for accounts that a provider connection syncs.');
  }
  const updated = await sql.begin(async (tx) => {
    const now = clock.now();
    await updateStoredAccount(tx, householdId, id, { ...change, name }, now);
    if (ignored !== undefined) await setIgnored(tx, householdId, id, ignored, now);
    return findAccount(tx, householdId, id);
  });
  if (updated === null) throw recordNotFound();
  return { status: 200, body: { data: presentAccount(updated) } };
}
