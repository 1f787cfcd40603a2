import { recordNotFound, validationFailed } from '../../../shared/errors.ts';
import { mergeAccounts } from '../../../shared/store/account-merge/merge-accounts.ts';
import { hasAccount } from '../../../shared/store/account-existence.ts';
import { findAccount } from '../../../shared/store/accounts.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentAccount } from '../accounts-list/present.ts';

/** POST /api/v1/accounts/{id}/merge */
export async function mergeAccount(
  context: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const fromId = params['id'] ?? '';
  if (!(await hasAccount(context.sql, householdId, fromId))) throw recordNotFound();
  const { into } = (await readJson()) as { into: string };
  return mergeInto(context, householdId, fromId, into.toLowerCase());
}

/** Merges and presents. Throws record_not_found and validation_failed. */
export async function mergeInto(
  { sql, clock }: ApiContext,
  householdId: string,
  fromId: string,
  intoId: string,
): Promise<ApiResponse> {
  if (fromId === intoId) throw validationFailed('into must name another account.');
  const { account, counts } = await sql.begin(async (tx) => {
    const merge = { householdId, fromId, intoId, now: clock.now() };
    const end = await mergeAccounts(tx, merge);
    if (end === 'unknown') throw recordNotFound();
    if (end === 'currency') throw validationFailed('Both accounts must be of the same currency.');
    return { account: await findAccount(tx, householdId, intoId), counts: end };
  });
  if (account === null) throw recordNotFound();
  return { status: 200, body: { data: { account: presentAccount(account), ...counts } } };
}
