import type { OperationSchema } from '../../http/route.ts';

export const deleteTransactionSchema: OperationSchema = {
  operationId: 'deleteTransaction',
  summary: 'Delete a transaction',
  description:
    'No sync brings it back, also not posted or under another id. The lines that it is split into go with it; a line alone is a 409. A transfer dissolves, its other side stays. The change log of a deleted transaction can still be read.',
  tag: 'Transactions',
  responses: { 204: { description: 'The transaction is gone.' } },
  errors: ['conflict'],
};
