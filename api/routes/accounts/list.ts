import {
  countAccounts,
  listAccounts as listStoredAccounts,
} from '../../../shared/store/ledger/accounts.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';

const listAccountsParameters = {
  provider_connection_id: uuidParameter('Only accounts of this connection.'),
  ...pageParameters,
};
/** GET /api/v1/accounts */
export const listAccounts = defineRoute({
  method: 'get',
  path: '/api/v1/accounts',
  scope: 'read',
  schema: {
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'Synced and imported accounts, oldest first, with balances in their own currencies.',
    tag: 'Ledger',
    query: listAccountsParameters,
    responses: { 200: { description: 'A page of accounts.', schema: pageOf(ref('Account')) } },
  },
  async handler({ sql }, { caller, query }) {
    const { householdId } = caller;
    const filter = { connectionId: query.provider_connection_id };
    const window = pageWindow(pageRequest(query), await countAccounts(sql, householdId, filter));
    const accounts = await listStoredAccounts(sql, householdId, filter, window);
    const meta = presentPageMeta(window);
    return { status: 200, body: { data: accounts.map(presentAccount), meta } };
  },
});
