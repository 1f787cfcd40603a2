import { LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import type { RecordChange } from '../../shared/changes/record-changes.ts';
import * as s from '../openapi/json-schema.ts';
import { record } from './record.ts';
import { presentTimestamp } from './timestamp.ts';

// Fields of one changed attribute of a record.
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

export const presentRecordChange = record<RecordChange, 'RecordChange'>(
  'RecordChange',
  'A change that a request made to a record.',
  {
    record_type: s.choice(LOGGED_RECORDS, 'What kind of record it is.'),
    record_id: s.field(s.UUID, 'The id of the record, which may be deleted.'),
    action: s.choice(['created', 'updated', 'deleted'], 'What happened to the record.'),
    api_key_id: s.field(s.UUID, 'The key of the request, see GET /api_keys.'),
    changes: {
      ...s.list(
        s.object({
          attribute: { ...ATTRIBUTE, examples: ['name'] },
          old_value: { ...OLD_VALUE, examples: [null] },
          new_value: { ...NEW_VALUE, examples: ['Groceries'] },
        }),
        'The attributes that changed; of a secret, when each was made. Where a record was created or deleted, attributes without a value are left out.',
      ),
      read: ({ changes }) => changes.map(presentAttribute),
    },
    created_at: CHANGED_AT,
  },
);

/** Columns by the names of the fields that show them. */
const FIELDS: Readonly<Record<string, string>> = {
  accountable_type: 'type',
  credential_last_four: 'api_key_last_four',
  secret_created_at: 'secret',
};

/** The log has columns, and instants as Postgres writes them. */
function presentAttribute({ attribute, old_value, new_value }: RecordChange['changes'][number]) {
  const shown = (value: string | null): string | null =>
    value !== null && attribute.endsWith('_at') ? presentTimestamp(new Date(value)) : value;
  return {
    attribute: FIELDS[attribute] ?? attribute,
    old_value: shown(old_value),
    new_value: shown(new_value),
  };
}
