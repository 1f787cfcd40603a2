import type { Tx } from '../../../shared/postgres/connect.ts';
import { recordNotFound, validationFailed } from '../../../shared/platform/errors.ts';
import { mergeAccounts } from '../../../shared/removal/account-merge/merge-accounts.ts';
import { findAccount } from '../../../shared/ledger/accounts.ts';
import type { ApiContext } from '../../context.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { ApiResponse } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentAccount } from '../../present/accounts.ts';
import { withBalance } from './with-balances.ts';

/** Merges and presents. Throws record_not_found and validation_failed. */
export async function mergeInto(
  context: ApiContext,
  caller: Caller,
  fromId: string,
  intoId: string,
): Promise<ApiResponse> {
  const { householdId } = caller;
  if (fromId === intoId) throw validationFailed('into must name another account.');
  const merge = async (tx: Tx) => {
    const end = await mergeAccounts(tx, { householdId, fromId, intoId, now: context.clock.now() });
    if (end === 'unknown') throw recordNotFound();
    if (end === 'currency') throw validationFailed('Both accounts must be of the same currency.');
    return { account: await findAccount(tx, householdId, intoId), counts: end };
  };
  const { account, counts } = await writeAs(context, caller, merge);
  if (account === null) throw recordNotFound();
  const current = await withBalance(context, householdId, account);
  return { status: 200, body: { data: { account: presentAccount(current), ...counts } } };
}
