import { listRecordChanges, LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { oneOf, uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentRecordChange } from '../records/change.ts';

export const recordChangeRoutes = resource('Ledger');

recordChangeRoutes.read('GET /api/v1/record_changes', {
  operationId: 'listRecordChanges',
  summary: 'List who changed records',
  description:
    'The change log of accounts, categories, tags, merchants, rules, import profiles, bank connections, API keys and ' +
    'the household itself, newest first: which key made, changed or deleted a record, and what differs, but no secret. What syncs and imports write is not in it. Transactions have a log each, ' +
    '`/transactions/{id}/changes`.',
  query: {
    record_type: oneOf(LOGGED_RECORDS, 'Only changes of such records.'),
    record_id: uuidParameter('Only changes of this record, which may be gone.'),
    ...pageParameters,
  },
  responses: { 200: { description: 'A page of changes.', schema: pageOf(ref('RecordChange')) } },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { recordType: query.record_type, recordId: query.record_id };
    const list = (page: PageRequest) => listRecordChanges(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentRecordChange);
  },
});
