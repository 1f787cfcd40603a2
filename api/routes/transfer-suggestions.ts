import {
  acceptTransferSuggestion as accept,
  dismissTransferSuggestion as dismiss,
  listTransferSuggestions,
} from '../../shared/transfers/store/transfer-suggestions.ts';
import { dataOf, field, object, ref, UUID } from '../openapi/json-schema.ts';
import { answerRecord } from '../http/answer-record.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentTransferSuggestion } from '../records/transaction.ts';
import { requestRun } from '../steps/rule-runs.ts';

export const transferSuggestionRoutes = resource('Transfers');

transferSuggestionRoutes.list('GET /api/v1/transfer_suggestions', {
  operationId: 'listTransferSuggestions',
  summary: 'List pairs of transactions that may be transfers',
  description:
    'After each sync and import, what left one account and arrived in another is paired: certain pairs are linked, those that could be otherwise are listed here until a person decides. Newest first.',
  query: {
    account_id: uuidParameter('Only those from or to this account.'),
  },
  answers: 'A page of suggestions.',
  record: presentTransferSuggestion,
  rows: (sql, { householdId, query }, page) =>
    listTransferSuggestions(sql, householdId, page, { accountId: query.account_id }),
});

transferSuggestionRoutes.write('POST /api/v1/transfer_suggestions/refresh', {
  operationId: 'refreshTransferSuggestions',
  summary: 'Pair the transfers among all transactions',
  description:
    'Syncs and imports pair what they change. This looks once at everything, including what was there before. It is a rule run that applies no rules; GET /rule_runs/{id} shows when it is done.',
  responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  write: (tx, _body, { householdId }) =>
    requestRun(tx, householdId, { ruleId: null, ignoreLocks: false, scope: 'transfers' }),
});

transferSuggestionRoutes.write('POST /api/v1/transfer_suggestions/{id}/accept', {
  operationId: 'acceptTransferSuggestion',
  summary: 'Say that two transactions are a transfer',
  description:
    'Links the two and gives them the kinds of a transfer. Other suggestions with either of them are removed. The link stays even if the bank corrects the transactions later. 404 when the two can no longer be paired.',
  responses: {
    200: {
      description: 'The id of the transfer, which both transactions show as `transfer_id`.',
      schema: dataOf(object({ transfer_id: field(UUID, 'The transfer that links the two.') })),
    },
  },
  async write(tx, _body, { householdId, id, now }) {
    const transferId = await accept(tx, householdId, id, now);
    return answerRecord(transferId, (transfer_id) => ({ transfer_id }));
  },
});

transferSuggestionRoutes.remove('POST /api/v1/transfer_suggestions/{id}/dismiss', {
  operationId: 'dismissTransferSuggestion',
  summary: 'Say that two transactions are not a transfer',
  description: 'The two are neither suggested nor linked again, by the service or by rules.',
  answers: 'The suggestion is dismissed.',
  remove: dismiss,
});
