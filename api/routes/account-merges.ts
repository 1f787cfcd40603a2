import { hasAccount } from '../../shared/ledger/account-existence.ts';
import { findAccount, listAccountsById } from '../../shared/ledger/accounts.ts';
import { withBalance } from '../../shared/ledger/current-balances.ts';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { mergeAccounts } from '../../shared/removal/account-merge/merge-accounts.ts';
import * as suggestions from '../../shared/sync/store/account-suggestions.ts';
import {
  deleteAccountSuggestion,
  findAccountSuggestion,
} from '../../shared/sync/store/account-suggestions.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route, WriteRequest, Written } from '../http/route.ts';
import { presentAccount, presentAccountSuggestion } from '../records/account.ts';

/** POST /api/v1/accounts/{id}/merge */
const mergeAccount = defineWrite({
  method: 'post',
  path: '/api/v1/accounts/{id}/merge',
  scope: 'read_write',
  schema: {
    operationId: 'mergeAccount',
    summary: 'Merge an account into another one',
    description:
      'The account of the path ends and all that is in it becomes part of the account named by `into`, which keeps its id, its name and what people did to it. What both have (by the bank’s id, else by day, amount, currency and name) is there once. Rules that name the account name the other one afterwards. This cannot be undone.',
    tag: 'Ledger',
    body: { required: true, json: ref('NewAccountMerge') },
    example: { body: { into: exampleId('other_account') } },
    responses: {
      200: {
        description: 'The remaining account, and what was merged.',
        schema: dataOf(ref('AccountMerge')),
      },
    },
    errors: ['validation_failed'],
  },
  exists: hasAccount,
  write: (tx, { into }, { id, ...request }) => mergeInto(tx, request, id, into.toLowerCase()),
});

/** Merges and presents. Throws record_not_found and validation_failed. */
async function mergeInto(
  tx: Tx,
  { caller: { householdId }, now }: Pick<WriteRequest, 'caller' | 'now'>,
  fromId: string,
  intoId: string,
): Promise<Written> {
  if (fromId === intoId) throw validationFailed('into must name another account.');
  const end = await mergeAccounts(tx, { householdId, fromId, intoId, now });
  if (end === 'unknown') throw recordNotFound();
  if (end === 'currency') throw validationFailed('Both accounts must be of the same currency.');
  const account = await findAccount(tx, householdId, intoId);
  if (account === null) throw recordNotFound();
  const current = await withBalance(tx, householdId, account, now);
  return { status: 200, body: { data: { account: presentAccount(current), ...end } } };
}

/** GET /api/v1/account_suggestions */
const listAccountSuggestions = defineRoute({
  method: 'get',
  path: '/api/v1/account_suggestions',
  scope: 'read',
  schema: {
    operationId: 'listAccountSuggestions',
    summary: 'List new accounts that may be known ones',
    description:
      'The provider listed `account` as a new one, and it looks like `candidate`: same institution and currency, and the name or the transactions agree. Newest first.',
    tag: 'Ledger',
    query: pageParameters,
    responses: {
      200: { description: 'A page of suggestions.', schema: pageOf(ref('AccountSuggestion')) },
    },
  },
  handler({ sql }, request) {
    const { householdId } = request.caller;
    const list = async (page: PageRequest) => {
      const found = await suggestions.listAccountSuggestions(sql, householdId, page);
      const ids = found.rows.flatMap(({ accountId, candidateId }) => [accountId, candidateId]);
      const byId = await listAccountsById(sql, householdId, ids);
      const rows = found.rows.flatMap(({ id, accountId, candidateId, createdAt }) => {
        const account = byId.get(accountId);
        const candidate = byId.get(candidateId);
        // One of them went between the two statements, and the suggestion with it.
        if (account === undefined || candidate === undefined) return [];
        return [{ id, account, candidate, createdAt }];
      });
      return { ...found, rows };
    };
    return answerPage(request, list, presentAccountSuggestion);
  },
});

/** POST /api/v1/account_suggestions/{id}/accept */
const acceptAccountSuggestion = defineWrite({
  method: 'post',
  path: '/api/v1/account_suggestions/{id}/accept',
  scope: 'read_write',
  schema: {
    operationId: 'acceptAccountSuggestion',
    summary: 'Say that a new account is a known one',
    description: 'Merges `account` into `candidate`, as POST /accounts/{id}/merge does.',
    tag: 'Ledger',
    responses: {
      200: {
        description: 'The remaining account, and what was merged.',
        schema: dataOf(ref('AccountMerge')),
      },
    },
    errors: ['validation_failed'],
  },
  async write(tx, _body, { id, ...request }) {
    const found = await findAccountSuggestion(tx, request.caller.householdId, id);
    if (found === null) throw recordNotFound();
    return mergeInto(tx, request, found.accountId, found.candidateId);
  },
});

/** DELETE /api/v1/account_suggestions/{id} */
const dismissAccountSuggestion = defineWrite({
  method: 'delete',
  path: '/api/v1/account_suggestions/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteAccountSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'Both accounts stay unchanged; the sync does not suggest it again.',
    tag: 'Ledger',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async write(tx, _body, { caller, id }) {
    return answerGone(await deleteAccountSuggestion(tx, caller.householdId, id));
  },
});

export const accountMergeRoutes: readonly Route[] = [
  mergeAccount,
  listAccountSuggestions,
  dismissAccountSuggestion,
  acceptAccountSuggestion,
];
