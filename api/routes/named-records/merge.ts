import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findNamed } from '../../../shared/ledger/named-records.ts';
import type { NamedTable } from '../../../shared/ledger/named-records.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { NamedResource } from './named-resource.ts';
import { removeRecord } from './remove-record.ts';

const OTHERS = {
  Category: 'other_category',
  Tag: 'other_tag',
  Merchant: 'other_merchant',
} as const;

/** POST /api/v1/categories/{id}/merge, /tags/{id}/merge, /merchants/{id}/merge */
export function mergeNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table, uses } = resource;
  const one = name.toLowerCase();
  return defineRoute({
    method: 'post',
    path: `/api/v1/${resource.path}/{id}/merge`,
    scope: 'read_write',
    schema: {
      operationId: `merge${name}`,
      summary: `Merge a ${one} into another one`,
      description: `The ${one} of the path ends; all that refers to it (${uses}) refers to the one named by \`into\`. This cannot be undone.`,
      tag: 'Ledger',
      body: { required: true, json: ref('NewMerge') },
      responses: {
        200: {
          description: `The remaining ${one}, and what was moved.`,
          schema: dataOf(ref(`${name}Merge`)),
        },
      },
      errors: ['conflict'],
      example: { body: { into: exampleId(OTHERS[name]) } },
    },
    async handler(context, { caller, id, readJson }) {
      const { householdId } = caller;
      if ((await findNamed(context.sql, table, householdId, id)) === null) throw recordNotFound();
      const intoId = (await readJson()).into.toLowerCase();
      const removal = { table, householdId, fromId: id, intoId, now: context.clock.now() };
      const moved = await removeRecord(context, caller, removal, 'into');
      const remaining = await findNamed(context.sql, table, householdId, intoId);
      if (remaining === null) throw recordNotFound();
      return { status: 200, body: { data: { [one]: resource.present(remaining), moved } } };
    },
  });
}
