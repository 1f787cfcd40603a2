import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findNamed } from '../../../shared/ledger/named-records.ts';
import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { NamedResource } from './named-resource.ts';

/** GET /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
export function showNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineRoute({
    method: 'get',
    path: `/api/v1/${resource.path}/{id}`,
    scope: 'read',
    schema: {
      operationId: `show${name}`,
      summary: `Show a ${name.toLowerCase()}`,
      description: `Where it is used (${resource.uses}), its id stands.`,
      tag: 'Ledger',
      responses: { 200: { description: `The ${name.toLowerCase()}.`, schema: dataOf(ref(name)) } },
    },
    async handler({ sql }, { caller, id }) {
      const record = await findNamed(sql, table, caller.householdId, id);
      if (record === null) throw recordNotFound();
      return { status: 200, body: { data: resource.present(record) } };
    },
  });
}
