import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findNamed, updateNamed } from '../../../shared/ledger/named-records.ts';
import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { isNameTaken, nameTaken, readNamed } from './named-resource.ts';
import type { NamedResource } from './named-resource.ts';

/** PATCH /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
export function updateNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineRoute({
    method: 'patch',
    path: `/api/v1/${resource.path}/{id}`,
    scope: 'read_write',
    schema: {
      operationId: `update${name}`,
      summary: `Change a ${name.toLowerCase()}`,
      description: 'Absent fields stay. A name that the household has already is refused.',
      tag: 'Ledger',
      body: { required: true, json: ref(`${name}Change`) },
      example: { body: { name: 'Another name' } },
      responses: { 200: { description: `The ${name.toLowerCase()}.`, schema: dataOf(ref(name)) } },
    },
    async handler(context, { caller, id, readJson }) {
      const { householdId } = caller;
      if ((await findNamed(context.sql, table, householdId, id)) === null) throw recordNotFound();
      const sent = readNamed(await readJson());
      const changed = await writeAs(context, caller, async (tx) => {
        if ((await findNamed(tx, table, householdId, id, { lock: true })) === null) return null;
        const change = (await resource.complete?.(tx, householdId, id, sent)) ?? sent;
        return updateNamed(tx, table, householdId, { id, change, now: context.clock.now() });
      }).catch((error: unknown) => {
        throw isNameTaken(error) ? nameTaken(resource) : error;
      });
      if (changed === null) throw recordNotFound();
      return { status: 200, body: { data: resource.present(changed) } };
    },
  });
}
