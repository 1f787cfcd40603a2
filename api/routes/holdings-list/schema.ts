import { object, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { uuidParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listHoldingsParameters = {
  account_id: uuidParameter('Only positions of this account.'),
  ...pageParameters,
};

export const listHoldingsSchema: OperationSchema = {
  operationId: 'listHoldings',
  summary: 'List holdings',
  description:
    'What is held now. `valuation` sums all selected positions per currency, not only this page; `accounts` says what the provider states per account, and where it has no holdings to give.',
  tag: 'Ledger',
  query: listHoldingsParameters,
  responses: {
    200: {
      description: 'A page of positions with their valuation.',
      schema: object({
        data: { type: 'array', items: ref('Holding') },
        valuation: { type: 'array', items: ref('HoldingsValuation') },
        accounts: { type: 'array', items: ref('HoldingsAccount') },
        meta: ref('PageMeta'),
      }),
    },
  },
};
