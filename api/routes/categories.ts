import * as categories from '../../shared/ledger/categories.ts';
import { insertDefaultCategories } from '../../shared/ledger/categories.ts';
import { findNamed, findParentFault } from '../../shared/ledger/named-records.ts';
import type { NamedChange } from '../../shared/ledger/named-records.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { object, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { categorySchema, presentCategory } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

/** GET /api/v1/categories */
const listCategories = defineRoute({
  method: 'get',
  path: '/api/v1/categories',
  scope: 'read',
  schema: {
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'By name. A category has at most one level of children.',
    tag: 'Ledger',
    query: pageParameters,
    named: { Category: categorySchema },
    responses: { 200: { description: 'A page of categories.', schema: pageOf(ref('Category')) } },
  },
  handler: ({ sql }, request) =>
    answerPage(
      request,
      (page) => categories.listCategories(sql, request.caller.householdId, page),
      presentCategory,
    ),
});

/** POST /api/v1/categories/defaults */
const createDefaultCategories = defineWrite({
  method: 'post',
  path: '/api/v1/categories/defaults',
  scope: 'read_write',
  schema: {
    operationId: 'createDefaultCategories',
    summary: 'Create starter categories',
    description:
      'Two levels of common categories, for a household that begins. Names that it has already stay as they are, so ' +
      'asking again changes nothing.',
    tag: 'Ledger',
    responses: {
      200: {
        description: 'The household’s categories of these names, parents first.',
        schema: object({ data: { type: 'array', items: ref('Category') } }),
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

const namedCategoryRoutes = namedRoutes({
  table: 'categories',
  path: 'categories',
  name: 'Category',
  uses: 'transactions, children, budgets, rules',
  present: presentCategory,
  complete,
});

export const categoryRoutes: readonly Route[] = [
  listCategories,
  // Before the paths with an id, which it would be one of.
  createDefaultCategories,
  ...namedCategoryRoutes,
];
