import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findAccount } from '../../../shared/ledger/accounts.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';
import { withBalance } from './with-balances.ts';

/** GET /api/v1/accounts/{id} */
export const showAccount = defineRoute({
  method: 'get',
  path: '/api/v1/accounts/{id}',
  scope: 'read',
  schema: {
    operationId: 'showAccount',
    summary: 'Show an account',
    description: 'With its balance and, where a bank syncs it, the state of its link.',
    tag: 'Ledger',
    responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
  },
  async handler(context, { caller, id }) {
    const account = await findAccount(context.sql, caller.householdId, id);
    if (account === null) throw recordNotFound();
    const current = await withBalance(context, caller.householdId, account);
    return { status: 200, body: { data: presentAccount(current) } };
  },
});
