import { KEPT_REASONS } from '../../shared/imports/kept-record.ts';
import {
  choice,
  component,
  COUNT,
  DATE,
  DECIMAL,
  field,
  list,
  nullable,
  object,
  TEXT,
  text,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** Records by table. */
export const COUNTS: JsonSchema = { type: 'object', additionalProperties: COUNT };

const KEPT_RECORD = component(
  'KeptRecord',
  'A record that undoing left alone, as it was then.',
  object({
    kind: text('The table of the record.'),
    id: field(UUID, 'The id of the record.'),
    line: nullable(
      { type: 'integer' },
      'The line of the row in a CSV; null where it came otherwise.',
    ),
    reason: choice(KEPT_REASONS, 'Why undoing left it as it is.'),
    date: nullable(DATE, 'The day of the record; null where it has none.'),
    amount: nullable(DECIMAL, 'Null where such records have none.'),
    currency: nullable(TEXT, 'Of the amount; null where there is none.'),
    name: nullable(TEXT, 'Null where such records have none.'),
  }),
);

/** What undoing an import or an import session did. */
export const UNDO_SUMMARY = {
  removed: field(COUNTS, 'Records that undoing removed, by table.'),
  restored: field(COUNTS, 'Records that undoing put back as they were, by table.'),
  kept: list(
    KEPT_RECORD,
    'The first records that undoing left alone, and why; …/kept lists all of them.',
  ),
  kept_count: field(COUNT, 'How many records undoing left alone.'),
} as const satisfies Record<string, JsonSchema>;

/** When it was undone. */
export const UNDONE_AT = nullable(TIMESTAMP, 'When it was undone, in UTC; null while it is not.');
