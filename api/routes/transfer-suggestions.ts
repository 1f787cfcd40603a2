import { recordNotFound } from '../../shared/platform/errors.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import * as suggestions from '../../shared/transfers/store/transfer-suggestions.ts';
import {
  acceptTransferSuggestion as accept,
  dismissTransferSuggestion as dismiss,
} from '../../shared/transfers/store/transfer-suggestions.ts';
import { dataOf, field, object, pageOf, ref, UUID } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentTransferSuggestion } from '../records/transaction.ts';
import { requestRun } from '../steps/rule-runs.ts';

const listTransferSuggestionsParameters = {
  account_id: uuidParameter('Only those from or to this account.'),
  ...pageParameters,
};

/** GET /api/v1/transfer_suggestions */
const listTransferSuggestions = defineRoute({
  method: 'get',
  path: '/api/v1/transfer_suggestions',
  scope: 'read',
  schema: {
    operationId: 'listTransferSuggestions',
    summary: 'List pairs of transactions that may be transfers',
    description:
      'After each sync and import, what left one account and arrived in another is paired: certain pairs are linked, those that could be otherwise are listed here until a person decides. Newest first.',
    tag: 'Transfers',
    query: listTransferSuggestionsParameters,
    responses: {
      200: { description: 'A page of suggestions.', schema: pageOf(ref('TransferSuggestion')) },
    },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { accountId: query.account_id };
    const list = (page: PageRequest) =>
      suggestions.listTransferSuggestions(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentTransferSuggestion);
  },
});

/** POST /api/v1/transfer_suggestions/refresh */
const refreshTransferSuggestions = defineWrite({
  method: 'post',
  path: '/api/v1/transfer_suggestions/refresh',
  scope: 'read_write',
  schema: {
    operationId: 'refreshTransferSuggestions',
    summary: 'Pair the transfers among all transactions',
    description:
      'Syncs and imports pair what they change. This looks at everything, once: for what was there before. It is a run of the queue of rules, which applies none; GET /rule_runs/{id} shows when it is done.',
    tag: 'Transfers',
    responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  },
  write: (tx, _body, { caller }) =>
    requestRun(tx, caller.householdId, { ruleId: null, ignoreLocks: false, scope: 'transfers' }),
});

/** POST /api/v1/transfer_suggestions/{id}/accept */
const acceptTransferSuggestion = defineWrite({
  method: 'post',
  path: '/api/v1/transfer_suggestions/{id}/accept',
  scope: 'read_write',
  schema: {
    operationId: 'acceptTransferSuggestion',
    summary: 'Say that two transactions are a transfer',
    description:
      'Links the two and gives them the kinds of a transfer. Other suggestions with either of them go. The link stays, whatever the bank corrects later. 404 when the two can no longer be paired.',
    tag: 'Transfers',
    responses: {
      200: {
        description: 'The id of the transfer, which both transactions show as `transfer_id`.',
        schema: dataOf(object({ transfer_id: field(UUID, 'The transfer that links the two.') })),
      },
    },
  },
  async write(tx, _body, { caller, id, now }) {
    const transferId = await accept(tx, caller.householdId, id, now);
    if (transferId === null) throw recordNotFound();
    return { status: 200, body: { data: { transfer_id: transferId } } };
  },
});

/** POST /api/v1/transfer_suggestions/{id}/dismiss */
const dismissTransferSuggestion = defineWrite({
  method: 'post',
  path: '/api/v1/transfer_suggestions/{id}/dismiss',
  scope: 'read_write',
  schema: {
    operationId: 'dismissTransferSuggestion',
    summary: 'Say that two transactions are no transfer',
    description: 'The two are neither suggested nor linked again, by the service or by rules.',
    tag: 'Transfers',
    responses: { 204: { description: 'The suggestion is gone.' } },
  },
  async write(tx, _body, { caller, id }) {
    return answerGone(await dismiss(tx, caller.householdId, id));
  },
});

export const transferSuggestionRoutes: readonly Route[] = [
  listTransferSuggestions,
  refreshTransferSuggestions,
  acceptTransferSuggestion,
  dismissTransferSuggestion,
];
