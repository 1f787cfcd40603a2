import { isBookingDay } from '#preflight/days';
import { normalizeDecimal } from '#preflight/money';
import { hasAccount } from '../../shared/ledger/accounts.ts';
import { replaceSplits } from '../../shared/ledger/transaction-splits.ts';
import {
  editTransaction,
  findTransaction,
  lockTransaction,
  unlockTransaction,
} from '../../shared/ledger/transactions.ts';
import type { Transaction } from '../../shared/ledger/transactions.ts';
import { keepAsRead } from '../../shared/imports/import-rows.ts';
import { conflict, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { listMissingReferences } from '../../shared/rules/store/rule-references.ts';
import { insertRuleWorkOfWrite } from '../../shared/rules/store/rule-runs.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { readName } from '../http/read-name.ts';
import { resource } from '../http/resource.ts';
import type { WriteRequest } from '../http/route.ts';
import { presentTransaction } from '../records/transaction.ts';
import { rulesAfter } from '../steps/rule-runs.ts';
import {
  listEntryReferences,
  listSplitFaults,
  missingMessage,
  readEntry,
} from '../steps/read-new-transaction.ts';

export const transactionUpdateRoutes = resource('Transactions');

transactionUpdateRoutes.write('PATCH /api/v1/transactions/{id}', {
  operationId: 'updateTransaction',
  summary: 'Edit a transaction',
  description:
    'What you send is set and locked: rules and the provider no longer change it, until you name it in `unlock`. ' +
    'A pending transaction still becomes posted. Account, day and amount belong to the bank or the file that the ' +
    'transaction came from, so they can be changed only where a person entered the transaction (409 otherwise).',
  body: { required: true, json: ref('TransactionEdit') },
  responses: {
    200: { description: 'The transaction as it is now.', schema: dataOf(ref('Transaction')) },
  },
  errors: ['conflict'],
  example: { body: { name: 'Corner Shop', notes: 'With Ana' } },
  exists: findTransaction,
  async write(tx, body, { householdId, id, now }) {
    const changed = await applyEdit(tx, { householdId, id, now }, readEdit(body));
    const ruleRunId = await insertRuleWorkOfWrite(tx, householdId, changed);
    const transaction = await findTransaction(tx, householdId, id);
    return {
      ...answerRecord(transaction, presentTransaction),
      jobs: rulesAfter(householdId, ruleRunId),
    };
  },
});

/** Checks what the schema cannot express, and normalises it. Throws validation_failed. */
function readEdit(edit: Edit): Edit {
  const name = readName(edit.name);
  if (edit.date !== undefined && !isBookingDay(edit.date)) {
    throw validationFailed('date must be a day from 1900 on.');
  }
  return {
    ...edit,
    ...(name === undefined ? {} : { name }),
    ...(edit.amount === undefined ? {} : { amount: normalizeDecimal(edit.amount) ?? edit.amount }),
    ...(edit.account_id === undefined ? {} : { account_id: edit.account_id.toLowerCase() }),
  };
}

type Edit = Schemas['TransactionEdit'];
type FieldEdit = Omit<Edit, 'splits' | 'unlock'>;

/** Fields that belong to the source of a transaction, unless that source is a person. */
const OF_THE_SOURCE = ['account_id', 'date', 'amount'] as const;

/** Edits, and returns what rules have to look at again. Throws record_not_found, validation_failed and conflict. */
async function applyEdit(
  tx: Tx,
  { householdId, id, now }: Pick<WriteRequest, 'householdId' | 'id' | 'now'>,
  { splits, unlock = [], ...edit }: Edit,
): Promise<string[]> {
  const before = orNotFound(await lockTransaction(tx, householdId, id));
  refuseForeignEdit(before, edit, splits !== undefined);
  await requireReferences(tx, householdId, edit, splits ?? []);
  const released = unlock.filter((attribute) => !(attribute in edit));
  await unlockTransaction(tx, householdId, id, released, now);
  const isMoved = OF_THE_SOURCE.some((name) => edit[name] !== undefined);
  if (isMoved) await keepAsRead(tx, householdId, id);
  if (Object.keys(edit).length > 0) await editTransaction(tx, householdId, id, edit, now);
  const edited = orNotFound(await findTransaction(tx, householdId, id));
  const lines = splits?.map((line) => readEntry(line, line.name ?? edited.name));
  if (lines !== undefined) refuse(listSplitFaults(lines, edited.amount));
  else if (edit.amount !== undefined) refuse(listSplitFaults(edited.splits, edited.amount));
  const isOpen = released.some((attribute) => before.lockedAttributes.includes(attribute));
  const changed = isOpen || isMoved ? [id] : [];
  if (lines !== undefined) {
    changed.push(id, ...(await replaceSplits(tx, householdId, edited, lines, now)));
  }
  return [...new Set(changed)];
}

/** Throws conflict for a change that a person may not make. */
function refuseForeignEdit(
  { source, parentId, pending }: Transaction,
  edit: FieldEdit,
  isSplit: boolean,
): void {
  const wanted = OF_THE_SOURCE.filter((name) => edit[name] !== undefined);
  if (parentId !== null && (wanted.length > 0 || isSplit)) {
    throw conflict('This is one line of a split transaction; edit the transaction itself.');
  }
  if (wanted.length > 0 && source !== 'manual' && !source.startsWith('native_session:')) {
    throw conflict(
      `${wanted.join(', ')} of this transaction belong to where it came from: ${source}.`,
    );
  }
  if (isSplit && pending) {
    throw conflict('A pending transaction cannot be split: its amount may still change.');
  }
}

/** Throws validation_failed unless all records that an edit names belong to the household. */
async function requireReferences(
  tx: Tx,
  householdId: string,
  edit: FieldEdit,
  splits: NonNullable<Edit['splits']>,
): Promise<void> {
  const references = [
    ...listEntryReferences(edit),
    ...splits.flatMap((line, at) => listEntryReferences(line, `splits[${at}]`)),
  ];
  const missing = (await listMissingReferences(tx, householdId, references)).map(missingMessage);
  const { account_id: accountId } = edit;
  if (accountId !== undefined && !(await hasAccount(tx, householdId, accountId))) {
    missing.unshift('account_id names no account of the household');
  }
  refuse(missing);
}

function refuse(messages: readonly string[]): void {
  if (messages.length > 0) throw validationFailed(`${messages[0] ?? ''}.`, [...messages]);
}
