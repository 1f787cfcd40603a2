import { rejectTransfer } from '../../shared/transfers/store/transfers.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { answerGone } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';

export const transferRoutes = resource('Transfers');

transferRoutes.write('DELETE /api/v1/transfers/{id}', {
  operationId: 'deleteTransfer',
  summary: 'Dissolve a transfer',
  description:
    'Both transactions stay and get the kind `standard` again; a counterpart that a rule created is deleted. The two are not paired again.',
  responses: { 204: { description: 'The transfer is dissolved.' } },
  example: { params: { id: exampleId('transfer') } },
  async write(tx, _body, { householdId, id, now }) {
    return answerGone(await rejectTransfer(tx, householdId, id, now));
  },
});
