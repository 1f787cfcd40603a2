import * as accounts from '../../../shared/ledger/accounts.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentAccount } from '../../present/accounts.ts';
import { withBalances } from './with-balances.ts';

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
  handler(context, request) {
    const { caller, query } = request;
    const filter = { connectionId: query.provider_connection_id };
    const list = async (page: PageRequest) => {
      const found = await accounts.listAccounts(context.sql, caller.householdId, filter, page);
      return { ...found, rows: await withBalances(context, caller.householdId, found.rows) };
    };
    return answerPage(request, list, presentAccount);
  },
});
