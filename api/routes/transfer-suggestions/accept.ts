import { recordNotFound } from '../../../shared/platform/errors.ts';
import { acceptTransferSuggestion as accept } from '../../../shared/transfers/store/transfer-suggestions.ts';
import { UUID, dataOf, object } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** POST /api/v1/transfer_suggestions/{id}/accept */
export const acceptTransferSuggestion = defineRoute({
  method: 'post',
  path: '/api/v1/transfer_suggestions/{id}/accept',
  scope: 'read_write',
  schema: {
    operationId: 'acceptTransferSuggestion',
    summary: 'Say that two transactions are a transfer',
    description:
      'Links the two and gives them the kinds of a transfer. Other suggestions with either of them go. The link stays, whatever the bank corrects later. 404 when the two can no longer be paired.',
    tag: 'Transfers',
    responses: {
      200: {
        description: 'The id of the transfer, which both transactions show as `transfer_id`.',
        schema: dataOf(object({ transfer_id: UUID })),
      },
    },
  },
  async handler(context, { caller, id }) {
    const transferId = await writeAs(context, caller, (tx) =>
      accept(tx, caller.householdId, id, context.clock.now()),
    );
    if (transferId === null) throw recordNotFound();
    return { status: 200, body: { data: { transfer_id: transferId } } };
  },
});
