import { LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import type { RecordChange } from '../../shared/changes/record-changes.ts';
import * as s from '../openapi/json-schema.ts';
import { record } from './record.ts';

// Of one attribute of a record, before and after a change.
export const ATTRIBUTE = s.field(s.TEXT, 'The name of the field that changed.');
export const OLD_VALUE = s.nullable(
  s.TEXT,
  'Its value before, as text; null where there was none.',
);
export const NEW_VALUE = s.nullable(
  s.TEXT,
  'Its value afterwards, as text; null where there is none.',
);
export const CHANGED_AT = s.field(s.TIMESTAMP, 'When it changed, in UTC.');

/** A line of the change log of records on the wire. */
export const presentRecordChange = record<RecordChange, 'RecordChange'>(
  'RecordChange',
  'What a request wrote to a record.',
  {
    record_type: s.choice(LOGGED_RECORDS, 'What kind of record it is.'),
    record_id: s.field(s.UUID, 'The record may be gone.'),
    action: s.choice(['created', 'updated', 'deleted'], 'What became of the record.'),
    api_key_id: s.field(s.UUID, 'The key of the request, see GET /api_keys.'),
    changes: s.list(
      s.object({
        attribute: { ...ATTRIBUTE, examples: ['name'] },
        old_value: { ...OLD_VALUE, examples: [null] },
        new_value: { ...NEW_VALUE, examples: ['Groceries'] },
      }),
      'The attributes that differ. Those without a value are left out where a record was made or deleted.',
    ),
    created_at: CHANGED_AT,
  },
);
