import { insertDefaultCategories, listCategories } from '../../shared/ledger/categories.ts';
import { findNamed, findParentFault } from '../../shared/ledger/named-records.ts';
import type { NamedChange } from '../../shared/ledger/named-records.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { dataOf, list, ref, WANTED } from '../openapi/json-schema.ts';
import { defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentCategory } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

/** POST /api/v1/categories/defaults */
const createDefaultCategories = defineWrite({
  method: 'post',
  path: '/api/v1/categories/defaults',
  scope: 'read_write',
  schema: {
    operationId: 'createDefaultCategories',
    summary: 'Create starter categories',
    description:
      'Two levels of common categories, for a new household. Names that it has already stay as they are, so ' +
      'asking again changes nothing.',
    tag: 'Ledger',
    responses: {
      200: {
        description: 'The household’s categories of these names, parents first.',
        schema: dataOf(list(ref('Category'), WANTED)),
      },
    },
  },
  async write(tx, _body, { caller }) {
    const made = await insertDefaultCategories(tx, caller.householdId);
    return { status: 200, body: { data: made.map(presentCategory) } };
  },
});

/** A new child looks like its parent unless it says otherwise. Throws validation_failed. */
async function complete(
  tx: Tx,
  householdId: string,
  id: string | null,
  change: NamedChange,
): Promise<NamedChange> {
  const parentId = change['parent_id'];
  if (parentId === undefined || parentId === null) return change;
  const fault = await findParentFault(tx, householdId, id, parentId.toLowerCase());
  if (fault !== null) throw validationFailed(`${fault}.`);
  if (id !== null) return change;
  const parent = await findNamed(tx, 'categories', householdId, parentId);
  return { color: parent?.color, classification: parent?.classification, ...change };
}

export const categoryRoutes: readonly Route[] = [
  ...namedRoutes({
    table: 'categories',
    name: 'Category',
    listed: 'By name. A category has at most one level of children.',
    uses: 'transactions, children, budgets, rules',
    present: presentCategory,
    list: listCategories,
    complete,
  }),
  createDefaultCategories,
];
