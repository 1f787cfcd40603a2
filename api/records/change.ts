import { LOGGED_RECORDS } from '../../shared/changes/record-changes.ts';
import type { RecordChange } from '../../shared/changes/record-changes.ts';
import { nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const VALUE = nullable({ type: 'string' });

export const recordChangeSchema: JsonSchema = object({
  record_type: { type: 'string', enum: LOGGED_RECORDS },
  record_id: { ...UUID, description: 'The record may be gone.' },
  action: { type: 'string', enum: ['created', 'updated', 'deleted'] },
  api_key_id: { ...UUID, description: 'The key of the request, see GET /api_keys.' },
  changes: {
    type: 'array',
    description:
      'The attributes that differ. Those without a value are left out where a record was made or deleted.',
    items: object({
      attribute: { type: 'string', examples: ['name'] },
      old_value: { ...VALUE, examples: [null] },
      new_value: { ...VALUE, examples: ['Groceries'] },
    }),
  },
  created_at: TIMESTAMP,
});

/** A line of the change log of records on the wire. */
export function presentRecordChange(change: RecordChange): Schemas['RecordChange'] {
  return {
    record_type: change.recordType,
    record_id: change.recordId,
    action: change.action,
    api_key_id: change.apiKeyId,
    changes: [...change.changes],
    created_at: presentTimestamp(change.createdAt),
  };
}
