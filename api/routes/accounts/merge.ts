import type { Tx } from '../../../shared/db/connect.ts';
import { retryDeadlocks } from '../../../shared/db/retry-deadlocks.ts';
import { recordNotFound, validationFailed } from '../../../shared/errors.ts';
import { hasAccount } from '../../../shared/store/ledger/account-existence.ts';
import { mergeAccounts } from '../../../shared/store/ledger/account-merge/merge-accounts.ts';
import { findAccount } from '../../../shared/store/ledger/accounts.ts';
import type { ApiContext } from '../../context.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { ApiResponse } from '../../http/route.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';

/** POST /api/v1/accounts/{id}/merge */
export const mergeAccount = defineRoute({
  method: 'post',
  path: '/api/v1/accounts/{id}/merge',
  scope: 'read_write',
  schema: {
    operationId: 'mergeAccount',
    summary: 'Merge an account into another one',
    description:
      'The account of the path ends and all that is in it becomes part of the account named by `into`, which keeps its id, its name and what people did to it. What both have (by the bank’s id, else by day, amount, currency and name) is there once. Rules that name the account name the other one. There is no way back.',
    tag: 'Ledger',
    body: { required: true, json: ref('NewAccountMerge') },
    responses: {
      200: {
        description: 'The account that stays, and what was done.',
        schema: dataOf(ref('AccountMerge')),
      },
    },
    errors: ['validation_failed'],
  },
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    const fromId = id;
    if (!(await hasAccount(context.sql, householdId, fromId))) throw recordNotFound();
    const { into } = await readJson();
    return mergeInto(context, householdId, fromId, into.toLowerCase());
  },
});

/** Merges and presents. Throws record_not_found and validation_failed. */
export async function mergeInto(
  { sql, clock }: ApiContext,
  householdId: string,
  fromId: string,
  intoId: string,
): Promise<ApiResponse> {
  if (fromId === intoId) throw validationFailed('into must name another account.');
  const merge = async (tx: Tx) => {
    const end = await mergeAccounts(tx, { householdId, fromId, intoId, now: clock.now() });
    if (end === 'unknown') throw recordNotFound();
    if (end === 'currency') throw validationFailed('Both accounts must be of the same currency.');
    return { account: await findAccount(tx, householdId, intoId), counts: end };
  };
  const { account, counts } = await retryDeadlocks(() => sql.begin(merge));
  if (account === null) throw recordNotFound();
  return { status: 200, body: { data: { account: presentAccount(account), ...counts } } };
}
