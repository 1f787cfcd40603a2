import type { HouseholdDeletion } from '../../shared/households/household-deletions.ts';
import * as s from '../openapi/json-schema.ts';
import { CREATED_AT, FAULT, ID, record, RUN_TIMES, UPDATED_AT } from './record.ts';

export const presentHouseholdDeletion = record<HouseholdDeletion, 'HouseholdDeletion'>(
  'HouseholdDeletion',
  'The deletion of a household: its progress, and once it is completed the receipt, without any of the household’s data.',
  {
    id: ID,
    household_id: s.field(s.UUID, 'The household. Nothing else has its id any more.'),
    status: s.choice(
      ['queued', 'running', 'completed', 'failed'],
      'A failed one is started again by deleting the household again.',
    ),
    rows_total: s.nullable(s.COUNT, 'Rows to delete when it began; null before that.'),
    rows_deleted: s.field(s.COUNT, 'Rows deleted so far.'),
    counts: {
      ...s.COUNTS,
      description: 'Deleted rows by kind; the others were deleted with the household itself.',
      examples: [{ transactions: 1200, accounts: 3 }],
    },
    error: s.nullable(FAULT, 'Why it failed; null for one that did not.'),
    created_at: CREATED_AT,
    ...RUN_TIMES,
    updated_at: UPDATED_AT,
  },
);
