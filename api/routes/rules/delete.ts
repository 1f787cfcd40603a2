import { recordNotFound } from '../../../shared/platform/errors.ts';
import * as rules from '../../../shared/rules/store/rules.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';

/** DELETE /api/v1/rules/{id} */
export const deleteRule = defineRoute({
  method: 'delete',
  path: '/api/v1/rules/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteRule',
    summary: 'Delete a rule',
    description: 'Deletes the rule and the record of its runs; its changes stay.',
    tag: 'Rules',
    responses: { 204: { description: 'The rule is gone.' } },
  },
  async handler(context, { caller, id }) {
    const deleted = await writeAs(context, caller, (tx) =>
      rules.deleteRule(tx, caller.householdId, id),
    );
    if (!deleted) throw recordNotFound();
    return { status: 204 };
  },
});
