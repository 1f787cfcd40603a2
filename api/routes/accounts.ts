import { isCurrencyCode } from '#preflight/currencies';
import { isBookingDay } from '#preflight/days';
import { normalizeDecimal } from '#preflight/money';
import { ACCOUNT_TYPES } from '#preflight/records/account-types';
import { householdToday } from '../../shared/households/households.ts';
import { findAccount, hasAccount, updateAccount } from '../../shared/ledger/accounts.ts';
import { findCurrentAccount, listCurrentAccounts } from '../../shared/ledger/current-balances.ts';
import { insertAccount } from '../../shared/ledger/new-account.ts';
import type { NewAccount } from '../../shared/ledger/new-account.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { removeAccount } from '../../shared/removal/account-removal.ts';
import { mergeAccounts } from '../../shared/removal/account-merge/merge-accounts.ts';
import {
  deleteAccountSuggestion,
  findAccountSuggestion,
  listAccountSuggestions,
} from '../../shared/sync/store/account-suggestions.ts';
import { setIgnored } from '../../shared/sync/store/provider-accounts.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { readName } from '../http/read-name.ts';
import type { WriteRequest, Written } from '../http/route.ts';
import { resource } from '../http/resource.ts';
import { presentAccount, presentAccountSuggestion } from '../records/account.ts';

export const accountRoutes = resource('Ledger');

accountRoutes.list('GET /api/v1/accounts', {
  operationId: 'listAccounts',
  summary: 'List accounts',
  description: 'Synced and imported accounts, oldest first, with balances in their own currencies.',
  query: {
    provider_connection_id: uuidParameter('Only accounts of this connection.'),
  },
  answers: 'A page of accounts.',
  record: presentAccount,
  rows(sql, { householdId, query }, page, now) {
    const filter = { connectionId: query.provider_connection_id };
    return listCurrentAccounts(sql, householdId, page, filter, now);
  },
});

accountRoutes.write('POST /api/v1/accounts', {
  operationId: 'createAccount',
  summary: 'Create a manual account',
  description:
    'It starts with its opening balance, a valuation of its opening day; transactions after that day change it.',
  body: { required: true, json: ref('NewAccount') },
  responses: { 201: { description: 'The new account.', schema: dataOf(ref('Account')) } },
  async write(tx, sent, { householdId, now }) {
    const draft = readAccount(sent, await householdToday(tx, householdId, now));
    const id = await insertAccount(tx, householdId, draft);
    return answerRecord(await findCurrentAccount(tx, householdId, id, now), presentAccount, 201);
  },
});

/** Throws validation_failed. */
function readAccount(sent: Schemas['NewAccount'], today: string): NewAccount {
  const {
    currency = null,
    type = 'Depository',
    opening_date: openingDate = twoYearsBefore(today),
  } = sent;
  if (currency !== null && !isCurrencyCode(currency)) {
    throw validationFailed('currency must be an ISO 4217 code.');
  }
  if (!isBookingDay(openingDate))
    throw validationFailed('opening_date must be a day from 1900 on.');
  return {
    name: readName(sent.name),
    type,
    subtype: checkSubtype(type, sent.subtype ?? null),
    currency,
    openingBalance: normalizeDecimal(sent.opening_balance ?? '0') ?? '0',
    openingDate,
    institutionName: sent.institution_name?.trim() ?? null,
    number: readNumber(sent.number) ?? null,
  };
}

function twoYearsBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before;
}

/** Without blanks, because files are compared with it; blank counts as none. */
function readNumber(number: string | null | undefined): string | null | undefined {
  return typeof number === 'string' ? number.replace(/\s/g, '') || null : number;
}

/**
 * A subtype without surrounding blanks; blank is none. Throws validation_failed for one that the type does not have: no
 * import would take it back from an export.
 */
function checkSubtype(type: string, subtype: string | null): string | null {
  const known = ACCOUNT_TYPES.get(type);
  const name = subtype?.trim() ?? '';
  if (name === '') return null;
  if (known === null || known === undefined || known.has(name)) return name;
  throw validationFailed(`subtype of ${type} must be one of ${[...known].join(', ')}.`);
}

accountRoutes.show('GET /api/v1/accounts/{id}', {
  operationId: 'showAccount',
  summary: 'Show an account',
  description: 'Includes its balance and, where a bank syncs it, the state of its link.',
  answers: 'The account.',
  record: presentAccount,
  find: findCurrentAccount,
});

accountRoutes.write('PATCH /api/v1/accounts/{id}', {
  operationId: 'updateAccount',
  summary: 'Rename, retype, number, correct or ignore an account',
  description:
    'Absent fields stay. The balance of a manual account follows from its opening balance and its transactions. Its currency cannot be changed: create the account again.',
  body: { required: true, json: ref('AccountChange') },
  example: { body: { name: 'Everyday account' } },
  responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
  exists: findAccount,
  async write(tx, { ignored, opening_balance: opening, ...change }, { householdId, id, now }) {
    const name = readName(change.name);
    const openingBalance = opening && normalizeDecimal(opening);
    await updateAccount(
      tx,
      householdId,
      id,
      { ...change, name, number: readNumber(change.number), openingBalance },
      now,
    );
    if (ignored !== undefined) await setIgnored(tx, householdId, id, ignored, now);
    const updated = await findCurrentAccount(tx, householdId, id, now);
    if (opening !== undefined && updated?.openingBalance === null) {
      throw validationFailed('opening_balance is only for accounts that have one.');
    }
    if (ignored !== undefined && updated?.link === null) {
      throw validationFailed('ignored is only for accounts that a provider connection syncs.');
    }
    return answerRecord(updated, presentAccount);
  },
});

accountRoutes.remove('DELETE /api/v1/accounts/{id}', {
  operationId: 'deleteAccount',
  summary: 'Delete an account',
  description:
    'Permanently deletes it with its transactions, trades, holdings, valuations and balances. Syncs do not bring it back. Transfers to other accounts are dissolved; their other sides stay.',
  answers: 'The account is deleted.',
  remove: (tx, householdId, id, { now }) => removeAccount(tx, householdId, id, now),
});

const MERGED = {
  200: {
    description: 'The remaining account, and what was merged.',
    schema: dataOf(ref('AccountMerge')),
  },
};

accountRoutes.write('POST /api/v1/accounts/{id}/merge', {
  operationId: 'mergeAccount',
  summary: 'Merge an account into another one',
  description:
    'Moves everything from the account in the path to the account that `into` names, then deletes the former. The remaining account keeps its id, its name and people’s edits. Records that both have (the same id of the bank, else the same day, amount, currency and name) become one. Rules that name the deleted account then name the remaining one. This cannot be undone.',
  body: { required: true, json: ref('NewAccountMerge') },
  example: { body: { into: exampleId('other_account') } },
  responses: MERGED,
  exists: hasAccount,
  write: (tx, { into }, { id, ...request }) => mergeInto(tx, request, id, into.toLowerCase()),
});

async function mergeInto(
  tx: Tx,
  { householdId, now }: Pick<WriteRequest, 'householdId' | 'now'>,
  fromId: string,
  intoId: string,
): Promise<Written> {
  if (fromId === intoId) throw validationFailed('into must name another account.');
  const end = await mergeAccounts(tx, { householdId, fromId, intoId, now });
  if (end === 'unknown') throw recordNotFound();
  if (end === 'currency') throw validationFailed('Both accounts must be of the same currency.');
  const account = await findCurrentAccount(tx, householdId, intoId, now);
  return answerRecord(account, (merged) => ({ account: presentAccount(merged), ...end }));
}

accountRoutes.list('GET /api/v1/account_suggestions', {
  operationId: 'listAccountSuggestions',
  summary: 'List new accounts that may be existing ones',
  description:
    'The provider listed `account` as a new one, and it looks like `candidate`: same institution and currency, and the name or the transactions agree. Newest first.',
  answers: 'A page of suggestions.',
  record: presentAccountSuggestion,
  rows: (sql, { householdId }, page) => listAccountSuggestions(sql, householdId, page),
});

accountRoutes.write('POST /api/v1/account_suggestions/{id}/accept', {
  operationId: 'acceptAccountSuggestion',
  summary: 'Confirm that a new account is an existing one',
  description: 'Merges `account` into `candidate`, as POST /accounts/{id}/merge does.',
  responses: MERGED,
  async write(tx, _body, { id, ...request }) {
    const found = orNotFound(await findAccountSuggestion(tx, request.householdId, id));
    return mergeInto(tx, request, found.accountId, found.candidateId);
  },
});

accountRoutes.remove('DELETE /api/v1/account_suggestions/{id}', {
  operationId: 'deleteAccountSuggestion',
  summary: 'Dismiss a suggestion',
  description: 'Both accounts stay unchanged; the sync does not suggest it again.',
  answers: 'The suggestion is dismissed.',
  remove: deleteAccountSuggestion,
});
