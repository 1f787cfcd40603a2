import { validationFailed } from '../../../shared/platform/errors.ts';
import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import { booleanParameter, uuidParameter } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { NamedResource } from './named-resource.ts';
import { removeRecord } from './remove-record.ts';

const removalParameters = {
  replace_with: uuidParameter('What refers to the record refers to this one afterwards.'),
  clear: booleanParameter(
    'What refers to the record refers to none afterwards; rules that name it are paused.',
  ),
};

/** DELETE /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
export function deleteNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table, uses } = resource;
  const one = name.toLowerCase();
  return defineRoute({
    method: 'delete',
    path: `/api/v1/${resource.path}/{id}`,
    scope: 'read_write',
    schema: {
      operationId: `delete${name}`,
      summary: `Delete a ${one}`,
      description: `A ${one} in use (${uses}) is a 409 whose \`details\` count what uses it, unless \`replace_with\` names another one or \`clear\` is true.`,
      tag: 'Ledger',
      query: removalParameters,
      responses: { 204: { description: `The ${one} is gone.` } },
      errors: ['conflict'],
    },
    async handler(context, { caller, id, query }) {
      const intoId = query.replace_with ?? null;
      const clears = query.clear ?? false;
      if (intoId !== null && clears) {
        throw validationFailed('Send replace_with or clear, not both.');
      }
      const of = { table, householdId: caller.householdId, fromId: id, now: context.clock.now() };
      const removal = intoId === null ? { ...of, intoId, clears } : { ...of, intoId };
      await removeRecord(context, caller, removal, 'replace_with');
      return { status: 204 };
    },
  });
}
