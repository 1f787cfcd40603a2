import { insertNamed } from '../../../shared/ledger/named-records.ts';
import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { nameTaken, readNamed } from './named-resource.ts';
import type { NamedResource } from './named-resource.ts';

/** POST /api/v1/categories, /tags, /merchants */
export function createNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineRoute({
    method: 'post',
    path: `/api/v1/${resource.path}`,
    scope: 'read_write',
    schema: {
      operationId: `create${name}`,
      summary: `Create a ${name.toLowerCase()}`,
      description: 'A name that the household has already is refused.',
      tag: 'Ledger',
      body: { required: true, json: ref(`New${name}`) },
      responses: {
        201: { description: `The new ${name.toLowerCase()}.`, schema: dataOf(ref(name)) },
      },
    },
    async handler(context, { caller, readJson }) {
      const { householdId } = caller;
      const sent = readNamed(await readJson());
      const made = await writeAs(context, caller, async (tx) => {
        const record = (await resource.complete?.(tx, householdId, null, sent)) ?? sent;
        return insertNamed(tx, table, householdId, record);
      });
      if (made === null) throw nameTaken(resource);
      return { status: 201, body: { data: resource.present(made) } };
    },
  });
}
