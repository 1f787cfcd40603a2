import { recordNotFound } from '../../../shared/errors.ts';
import { findAccount } from '../../../shared/store/ledger/accounts.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';

/** GET /api/v1/accounts/{id} */
export const showAccount = defineRoute({
  method: 'get',
  path: '/api/v1/accounts/{id}',
  scope: 'read',
  schema: {
    operationId: 'showAccount',
    summary: 'Show an account',
    tag: 'Ledger',
    responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
  },
  async handler({ sql }, { caller, id }) {
    const account = await findAccount(sql, caller.householdId, id);
    if (account === null) throw recordNotFound();
    return { status: 200, body: { data: presentAccount(account) } };
  },
});
