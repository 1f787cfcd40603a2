import type { OperationSchema } from '../../http/route.ts';

export const deleteAccountSchema: OperationSchema = {
  operationId: 'deleteAccount',
  summary: 'Delete an account',
  description:
    'With its transactions, trades, holdings, valuations and balances, for good. Its connection does not bring it back. Transfers to other accounts dissolve, the other side stays.',
  tag: 'Ledger',
  responses: { 204: { description: 'The account is gone.' } },
};
