import { listRecordChanges, LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import { oneOf, uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentRecordChange } from '../records/change.ts';

export const recordChangeRoutes = resource('Ledger');

recordChangeRoutes.list('GET /api/v1/record_changes', {
  operationId: 'listRecordChanges',
  summary: 'List who changed records',
  description:
    'The change log of accounts, categories, tags, merchants, rules, import profiles, bank connections, webhook endpoints, API keys ' +
    'and the household itself, newest first: which key made, changed or deleted a record, and what differs, but no secret. What syncs and imports write is not in it. Transactions have a log each, ' +
    '`/transactions/{id}/changes`.',
  query: {
    record_type: oneOf(LOGGED_RECORDS, 'Only changes of such records.'),
    record_id: uuidParameter('Only changes of this record, which may be gone.'),
  },
  answers: 'A page of changes.',
  record: presentRecordChange,
  rows: (sql, { householdId, query }, page) =>
    listRecordChanges(
      sql,
      householdId,
      { recordType: query.record_type, recordId: query.record_id },
      page,
    ),
});
