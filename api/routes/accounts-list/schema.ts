import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listAccountsParameters = {
  provider_connection_id: uuidParameter('Only accounts of this connection.'),
  ...pageParameters,
};

export const listAccountsSchema: OperationSchema = {
  operationId: 'listAccounts',
  summary: 'List accounts',
  description: 'Synced and imported accounts, oldest first, with balances in their own currencies.',
  tag: 'Ledger',
  query: listAccountsParameters,
  responses: { 200: { description: 'A page of accounts.', schema: pageOf(ref('Account')) } },
};
