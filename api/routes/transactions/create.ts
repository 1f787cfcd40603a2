import { AppError, validationFailed } from '../../../shared/platform/errors.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { NEW_TRANSACTIONS_MAX, addedTransactions } from '../../contract/new-transaction.ts';
import { defineRoute } from '../../http/route.ts';
import type { ApiResponse } from '../../http/route.ts';
import { presentTransaction } from '../../present/transactions.ts';
import { addTransactions } from './add-transactions.ts';
import type { AddedTransaction } from './add-transactions.ts';

const REQUIRED = ['account_id', 'date', 'amount', 'name'];

/** POST /api/v1/transactions */
export const createTransactions = defineRoute({
  method: 'post',
  path: '/api/v1/transactions',
  scope: 'read_write',
  schema: {
    operationId: 'createTransactions',
    summary: 'Add a transaction, or many',
    description:
      'One, or up to 500 as `transactions`, of which each is created, found as a duplicate or told as invalid by itself. ' +
      'An `external_id` that the account has already adds nothing: the answer is the transaction that is there. ' +
      'Notes, category, merchant and tags that you send are locked against rules; the others are theirs. Rules and the ' +
      'pairing of transfers follow, as after an import.',
    tag: 'Transactions',
    body: { required: true, json: ref('NewTransactions'), rows: 'transactions' },
    named: { AddedTransactions: addedTransactions },
    responses: {
      200: {
        description:
          'The transaction that has the external id already; of many: what became of each.',
        schema: { anyOf: [dataOf(ref('Transaction')), ref('AddedTransactions')] },
      },
      201: { description: 'The new transaction.', schema: dataOf(ref('Transaction')) },
    },
    example: {
      body: {
        account_id: exampleId('account'),
        date: '2026-03-01',
        amount: '-12.50',
        name: 'Corner Shop',
        external_id: 'shop-2026-03-01-1',
      },
    },
  },
  async handler(context, { caller, readJson }) {
    const body = await readJson();
    const { transactions: many } = body;
    if (many === undefined)
      return answerOne(await addTransactions(context, caller, [required(body)]));
    if (Object.keys(body).length > 1) throw validationFailed('transactions must be sent alone.');
    if (many.length === 0 || many.length > NEW_TRANSACTIONS_MAX) {
      throw validationFailed(`transactions must have 1 to ${NEW_TRANSACTIONS_MAX} members.`);
    }
    return answerMany(await addTransactions(context, caller, many));
  },
});

/** Throws bad_request for a body without a field that a transaction has to have. */
function required(body: object): object {
  const missing = REQUIRED.find((name) => !Object.hasOwn(body, name));
  if (missing === undefined) return body;
  throw new AppError('bad_request', { publicMessage: `The parameter ${missing} is missing.` });
}

function answerOne([added]: readonly AddedTransaction[]): ApiResponse {
  if (added === undefined || added.transaction === null) {
    const errors = added?.errors ?? [];
    throw validationFailed(`${errors[0] ?? 'The transaction is not valid'}.`, errors);
  }
  const status = added.status === 'created' ? 201 : 200;
  return { status, body: { data: presentTransaction(added.transaction) } };
}

function answerMany(added: readonly AddedTransaction[]): ApiResponse {
  const data = added.map(({ status, transaction, errors }, index) => ({
    index,
    status,
    transaction: transaction === null ? null : presentTransaction(transaction),
    errors,
  }));
  const count = (status: AddedTransaction['status']): number =>
    data.filter((each) => each.status === status).length;
  const meta = {
    created: count('created'),
    duplicate: count('duplicate'),
    invalid: count('invalid'),
  };
  return { status: 200, body: { data, meta } };
}
