import { rejectTransfer } from '../../shared/transfers/store/transfers.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { resource } from '../http/resource.ts';

export const transferRoutes = resource('Transfers');

transferRoutes.remove('DELETE /api/v1/transfers/{id}', {
  operationId: 'deleteTransfer',
  summary: 'Dissolve a transfer',
  description:
    'Both transactions stay and get the kind `standard` again; a counterpart that a rule created is deleted. The two are not paired again.',
  example: { params: { id: exampleId('transfer') } },
  answers: 'The transfer is dissolved.',
  remove: (tx, householdId, id, { now }) => rejectTransfer(tx, householdId, id, now),
});
