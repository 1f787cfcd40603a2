import {
  clientKey,
  findByExternalIds,
  insertTransactions,
} from '../../shared/ledger/new-transactions.ts';
import type { NewTransaction } from '../../shared/ledger/new-transactions.ts';
import { listTransactionsById } from '../../shared/ledger/transactions.ts';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import { badRequest, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { lockRows } from '../../shared/postgres/household-rows.ts';
import { listMissingReferences } from '../../shared/rules/store/rule-references.ts';
import { insertRuleWorkOfWrite } from '../../shared/rules/store/rule-runs.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { NEW_TRANSACTIONS_MAX } from '../records/new-transaction.ts';
import { resource } from '../http/resource.ts';
import type { ApiResponse } from '../http/route.ts';
import { presentTransaction } from '../records/transaction.ts';
import {
  listAllReferences,
  missingMessage,
  readNewTransaction,
} from '../steps/read-new-transaction.ts';
import { rulesAfter } from '../steps/rule-runs.ts';

export const transactionCreateRoutes = resource('Transactions');

transactionCreateRoutes.write('POST /api/v1/transactions', {
  operationId: 'createTransactions',
  summary: 'Add a transaction, or many',
  description:
    'Adds one, or up to 500 as `transactions`: each of them is created, found to be a duplicate, or reported as invalid. ' +
    'If the account already has the `external_id`, nothing is added and the answer is the existing transaction. ' +
    'Rules do not change notes, category, merchant and tags that you send, only those that you leave out. Rules and the ' +
    'pairing of transfers run afterwards, as after an import.',
  body: { required: true, json: ref('NewTransactions'), rows: 'transactions' },
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
  async write(tx, body, { householdId, now }) {
    const { transactions: many } = body;
    const { added, ruleRunId } = await addTransactions(tx, householdId, listSent(body), now);
    const answer = many === undefined ? answerOne(added) : answerMany(added);
    return { ...answer, jobs: rulesAfter(householdId, ruleRunId) };
  },
});

const REQUIRED = ['account_id', 'date', 'amount', 'name'];

/** Throws bad_request for a body that lacks a required field of a transaction. */
function required(body: object): object {
  const missing = REQUIRED.find((name) => !Object.hasOwn(body, name));
  if (missing === undefined) return body;
  throw badRequest(`The parameter ${missing} is missing.`);
}

/** Adds those of a request that are valid and new, and creates the rule run that follows, if there is one. */
async function addTransactions(
  tx: Tx,
  householdId: string,
  sent: readonly unknown[],
  now: Date,
): Promise<{ added: AddedTransaction[]; ruleRunId: string | null }> {
  const read = sent.map(readNewTransaction);
  const errorsOf = await judge(tx, householdId, read);
  const chosen = await choose(
    tx,
    householdId,
    read.map(({ transaction }, at) => (errorsOf[at]?.length === 0 ? transaction : null)),
    now,
  );
  const stored = await listTransactionsById(tx, householdId, [...new Set(chosen.ids.values())]);
  const byId = new Map(stored.map((transaction) => [transaction.id, transaction]));
  return {
    added: errorsOf.map((errors, at): AddedTransaction => {
      if (errors.length > 0) return { status: 'invalid', transaction: null, errors };
      const transaction = byId.get(chosen.ids.get(at) ?? '') ?? null;
      return { status: chosen.created.has(at) ? 'created' : 'duplicate', transaction, errors };
    }),
    ruleRunId: await insertRuleWorkOfWrite(
      tx,
      householdId,
      [...chosen.created].map((at) => chosen.ids.get(at) ?? ''),
    ),
  };
}

/** The outcome for one of the transactions in a request. */
interface AddedTransaction {
  status: 'created' | 'duplicate' | 'invalid';
  /** Null for an invalid one. */
  transaction: Transaction | null;
  errors: string[];
}

/** What is wrong with each, including the records that it names. Locks the accounts. */
async function judge(
  tx: Tx,
  householdId: string,
  read: readonly ReturnType<typeof readNewTransaction>[],
): Promise<string[][]> {
  const valid = read.flatMap(({ transaction }) => transaction ?? []);
  const accountIds = [...new Set(valid.map(({ account_id: id }) => id))];
  // Against additions at the same time, so that an external id is added only once, and against deletion.
  const accounts = await lockRows(tx, 'accounts', householdId, accountIds, tx`for no key update`);
  const references = valid.flatMap(listAllReferences);
  const missing = await listMissingReferences(tx, householdId, references);
  const isMissing = new Set(missing.map(({ kind, value }) => `${kind} ${value}`));
  return read.map(({ transaction, errors }) => {
    if (transaction === null) return errors;
    const unknown = listAllReferences(transaction)
      .filter(({ kind, value }) => isMissing.has(`${kind} ${value}`))
      .map(missingMessage);
    return accounts.has(transaction.account_id)
      ? unknown
      : ['account_id names no account of the household', ...unknown];
  });
}

/** Adds those that do not exist yet. Returns the id of each that is not null, by place, and the places of the new ones. */
async function choose(
  tx: Tx,
  householdId: string,
  wanted: readonly (NewTransaction | null)[],
  now: Date,
): Promise<{ ids: Map<number, string>; created: Set<number> }> {
  const named = wanted.flatMap((each) =>
    each?.external_id ? [{ account_id: each.account_id, external_id: each.external_id }] : [],
  );
  const known = await findByExternalIds(tx, householdId, named);
  const placeOf = new Map<string, number>();
  const fresh: { at: number; transaction: NewTransaction }[] = [];
  const keyOf = ({ account_id: account, external_id: id }: NewTransaction): string | null =>
    id === null ? null : clientKey(account, id);
  wanted.forEach((transaction, at) => {
    if (transaction === null) return;
    const key = keyOf(transaction);
    if (key !== null && (known.has(key) || placeOf.has(key))) return;
    if (key !== null) placeOf.set(key, at);
    fresh.push({ at, transaction });
  });
  const inserted = await insertTransactions(
    tx,
    householdId,
    fresh.map(({ transaction }) => transaction),
    now,
  );
  const ids = new Map(fresh.map(({ at }, n) => [at, inserted[n] ?? '']));
  const created = new Set(ids.keys());
  wanted.forEach((transaction, at) => {
    if (transaction === null || ids.has(at)) return;
    const key = keyOf(transaction) ?? '';
    ids.set(at, known.get(key) ?? ids.get(placeOf.get(key) ?? -1) ?? '');
  });
  return { ids, created };
}

/** The transactions in a body: a single one, or a list alone. Throws bad_request and validation_failed. */
function listSent(body: Schemas['NewTransactions']): readonly unknown[] {
  const { transactions: many } = body;
  if (many === undefined) return [required(body)];
  if (Object.keys(body).length > 1) throw validationFailed('transactions must be sent alone.');
  if (many.length > 0 && many.length <= NEW_TRANSACTIONS_MAX) return many;
  throw validationFailed(`transactions must have 1 to ${NEW_TRANSACTIONS_MAX} members.`);
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
