import { recordNotFound, validationFailed } from '../../../shared/errors.ts';
import type { RuleReference } from '../../../shared/rules/references.ts';
import { listMissingReferences } from '../../../shared/store/rules/rule-references.ts';
import {
  editTransaction,
  findTransaction,
  type TransactionEdit,
} from '../../../shared/store/ledger/transactions.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentTransaction } from '../../present/transactions.ts';

/** PATCH /api/v1/transactions/{id} */
export const updateTransaction = defineRoute({
  method: 'patch',
  path: '/api/v1/transactions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateTransaction',
    summary: 'Edit a transaction',
    description:
      'What is sent is set and locked: neither rules nor the provider change it any more. ' +
      'A pending transaction still becomes posted.',
    tag: 'Transactions',
    body: { required: true, json: ref('TransactionEdit') },
    responses: {
      200: { description: 'The transaction as it is now.', schema: dataOf(ref('Transaction')) },
    },
  },
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    if ((await findTransaction(context.sql, householdId, id)) === null) throw recordNotFound();
    const edit = readEdit(await readJson());
    const transaction = await writeAs(context, caller, async (tx) => {
      const missing = await listMissingReferences(tx, householdId, listReferences(edit));
      if (missing.length > 0) {
        const messages = missing.map(
          ({ path, kind }) => `${path} names no ${kind} of the household`,
        );
        throw validationFailed(`${messages[0] ?? ''}.`, messages);
      }
      const edited = await editTransaction(tx, householdId, id, edit, context.clock.now());
      return edited ? findTransaction(tx, householdId, id) : null;
    });
    if (transaction === null) throw recordNotFound();
    return { status: 200, body: { data: presentTransaction(transaction) } };
  },
});

/** What the schema cannot say: a name of blanks alone. */
function readEdit(edit: TransactionEdit): TransactionEdit {
  const name = edit.name?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name === undefined ? edit : { ...edit, name };
}

function listReferences(edit: TransactionEdit): RuleReference[] {
  const { category_id: category, merchant_id: merchant, tag_ids: tags = [] } = edit;
  return [
    ...(category ? [{ kind: 'category', value: category, path: 'category_id' } as const] : []),
    ...(merchant ? [{ kind: 'merchant', value: merchant, path: 'merchant_id' } as const] : []),
    ...tags.map((value, i) => ({ kind: 'tag', value, path: `tag_ids[${i}]` }) as const),
  ];
}
