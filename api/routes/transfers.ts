import { rejectTransfer } from '../../shared/transfers/store/transfers.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';

/** DELETE /api/v1/transfers/{id} */
const deleteTransfer = defineWrite({
  method: 'delete',
  path: '/api/v1/transfers/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteTransfer',
    summary: 'Say that a transfer is none',
    description:
      'Both transactions stay and are of the standard kind again; a counterpart that a rule made goes. The two are not paired again.',
    tag: 'Transfers',
    responses: { 204: { description: 'The transfer is gone.' } },
    example: { params: { id: exampleId('transfer') } },
  },
  async write(tx, _body, { caller, id, now }) {
    return answerGone(await rejectTransfer(tx, caller.householdId, id, now));
  },
});

export const transferRoutes: readonly Route[] = [deleteTransfer];
