import { isCurrencyCode } from '#preflight/currencies';
import { isBookingDay } from '#preflight/days';
import { normalizeDecimal } from '#preflight/money';
import { ACCOUNT_TYPES } from '#preflight/records/account-types';
import { householdToday } from '../../shared/households/households.ts';
import * as accounts from '../../shared/ledger/accounts.ts';
import { findAccount } from '../../shared/ledger/accounts.ts';
import { withBalance, withBalances } from '../../shared/ledger/current-balances.ts';
import { insertAccount } from '../../shared/ledger/new-account.ts';
import type { NewAccount } from '../../shared/ledger/new-account.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { removeAccount } from '../../shared/removal/account-removal.ts';
import { setIgnored } from '../../shared/sync/store/provider-accounts.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentAccount } from '../records/account.ts';

const listAccountsParameters = {
  provider_connection_id: uuidParameter('Only accounts of this connection.'),
  ...pageParameters,
};

/** GET /api/v1/accounts */
const listAccounts = defineRoute({
  method: 'get',
  path: '/api/v1/accounts',
  scope: 'read',
  schema: {
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'Synced and imported accounts, oldest first, with balances in their own currencies.',
    tag: 'Ledger',
    query: listAccountsParameters,
    responses: { 200: { description: 'A page of accounts.', schema: pageOf(ref('Account')) } },
  },
  handler(context, request) {
    const { caller, query } = request;
    const filter = { connectionId: query.provider_connection_id };
    const list = async (page: PageRequest) => {
      const found = await accounts.listAccounts(context.sql, caller.householdId, filter, page);
      return {
        ...found,
        rows: await withBalances(context.sql, caller.householdId, found.rows, context.clock.now()),
      };
    };
    return answerPage(request, list, presentAccount);
  },
});

/** POST /api/v1/accounts */
const createAccount = defineWrite({
  method: 'post',
  path: '/api/v1/accounts',
  scope: 'read_write',
  schema: {
    operationId: 'createAccount',
    summary: 'Create an account that you keep by hand',
    description:
      'It begins with its opening balance, which is a valuation of its opening day; transactions after that day change it.',
    tag: 'Ledger',
    body: { required: true, json: ref('NewAccount') },
    responses: { 201: { description: 'The new account.', schema: dataOf(ref('Account')) } },
  },
  async write(tx, sent, { caller: { householdId }, now }) {
    const draft = readAccount(sent, await householdToday(tx, householdId, now));
    const account = await findAccount(tx, householdId, await insertAccount(tx, householdId, draft));
    if (account === null) throw new Error('an account vanished while it was made');
    const current = await withBalance(tx, householdId, account, now);
    return { status: 201, body: { data: presentAccount(current) } };
  },
});

/** Throws validation_failed. */
function readAccount(sent: Schemas['NewAccount'], today: string): NewAccount {
  const name = sent.name.trim();
  if (name === '') throw validationFailed('name must not be blank.');
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
    name,
    type,
    subtype: checkSubtype(type, sent.subtype ?? null),
    currency,
    openingBalance: normalizeDecimal(sent.opening_balance ?? '0') ?? '0',
    openingDate,
    institutionName: sent.institution_name?.trim() ?? null,
  };
}

function twoYearsBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before;
}

/**
 * A subtype without the blanks around it; blank is none. Throws validation_failed for one that the type does not have,
 * which no import would take back from an export.
 */
function checkSubtype(type: string, subtype: string | null): string | null {
  const known = ACCOUNT_TYPES.get(type);
  const name = subtype?.trim() ?? '';
  if (name === '') return null;
  if (known === null || known === undefined || known.has(name)) return name;
  throw validationFailed(`subtype of ${type} must be one of ${[...known].join(', ')}.`);
}

/** GET /api/v1/accounts/{id} */
const showAccount = defineRoute({
  method: 'get',
  path: '/api/v1/accounts/{id}',
  scope: 'read',
  schema: {
    operationId: 'showAccount',
    summary: 'Show an account',
    description: 'With its balance and, where a bank syncs it, the state of its link.',
    tag: 'Ledger',
    responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
  },
  async handler(context, { caller, id }) {
    const account = await findAccount(context.sql, caller.householdId, id);
    if (account === null) throw recordNotFound();
    const current = await withBalance(
      context.sql,
      caller.householdId,
      account,
      context.clock.now(),
    );
    return { status: 200, body: { data: presentAccount(current) } };
  },
});

/** PATCH /api/v1/accounts/{id} */
const updateAccount = defineWrite({
  method: 'patch',
  path: '/api/v1/accounts/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateAccount',
    summary: 'Rename, retype or ignore an account',
    description:
      'Absent fields stay. The balance of an account that is kept by hand follows from its transactions; one that opened wrongly is corrected by a transaction, or made anew: opening balance and currency do not change.',
    tag: 'Ledger',
    body: { required: true, json: ref('AccountChange') },
    example: { body: { name: 'Everyday account' } },
    responses: { 200: { description: 'The account.', schema: dataOf(ref('Account')) } },
    errors: ['validation_failed'],
  },
  exists: findAccount,
  async write(tx, { ignored, ...change }, { caller: { householdId }, id, now }) {
    const name = change.name?.trim();
    if (name === '') throw validationFailed('name must not be blank.');
    await accounts.updateAccount(tx, householdId, id, { ...change, name }, now);
    if (ignored !== undefined) await setIgnored(tx, householdId, id, ignored, now);
    const updated = await findAccount(tx, householdId, id);
    if (updated === null) throw recordNotFound();
    if (ignored !== undefined && updated.link === null) {
      throw validationFailed('ignored is only for accounts that a provider connection syncs.');
    }
    const current = await withBalance(tx, householdId, updated, now);
    return { status: 200, body: { data: presentAccount(current) } };
  },
});

/** DELETE /api/v1/accounts/{id} */
const deleteAccount = defineWrite({
  method: 'delete',
  path: '/api/v1/accounts/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'Permanently deletes it with its transactions, trades, holdings, valuations and balances. Its connection does not bring it back. Transfers to other accounts are dissolved; their other sides stay.',
    tag: 'Ledger',
    responses: { 204: { description: 'The account is gone.' } },
  },
  async write(tx, _body, { caller, id, now }) {
    return answerGone(await removeAccount(tx, caller.householdId, id, now));
  },
});

export const accountRoutes: readonly Route[] = [
  listAccounts,
  createAccount,
  showAccount,
  updateAccount,
  deleteAccount,
];
