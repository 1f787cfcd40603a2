import { insertDefaultCategories } from '../../../shared/ledger/categories.ts';
import { object, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentCategory } from '../../present/categories.ts';

/** POST /api/v1/categories/defaults */
export const createDefaultCategories = defineRoute({
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
  async handler(context, { caller }) {
    const made = await writeAs(context, caller, (tx) =>
      insertDefaultCategories(tx, caller.householdId),
    );
    return { status: 200, body: { data: made.map(presentCategory) } };
  },
});
