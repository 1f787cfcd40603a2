import { LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import type { RecordChange } from '../../shared/changes/record-changes.ts';
import {
  choice,
  field,
  list,
  nullable,
  object,
  TEXT,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import { record } from './record.ts';

// Of one attribute of a record, before and after a change.
export const ATTRIBUTE = field(TEXT, 'The name of the field that changed.');
export const OLD_VALUE = nullable(TEXT, 'Its value before, as text; null where there was none.');
export const NEW_VALUE = nullable(TEXT, 'Its value afterwards, as text; null where there is none.');
export const CHANGED_AT = field(TIMESTAMP, 'When it changed, in UTC.');

/** A line of the change log of records on the wire. */
export const presentRecordChange = record<RecordChange, 'RecordChange'>(
  'RecordChange',
  'What a request wrote to a record.',
  {
    record_type: choice(LOGGED_RECORDS, 'What kind of record it is.'),
    record_id: field(UUID, 'The record may be gone.'),
    action: choice(['created', 'updated', 'deleted'], 'What became of the record.'),
    api_key_id: field(UUID, 'The key of the request, see GET /api_keys.'),
    changes: list(
      object({
        attribute: { ...ATTRIBUTE, examples: ['name'] },
        old_value: { ...OLD_VALUE, examples: [null] },
        new_value: { ...NEW_VALUE, examples: ['Groceries'] },
      }),
      'The attributes that differ. Those without a value are left out where a record was made or deleted.',
    ),
    created_at: CHANGED_AT,
  },
);
