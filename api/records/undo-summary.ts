import { KEPT_REASONS } from '../../shared/imports/kept-record.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

const KEPT_RECORD = s.define(
  'KeptRecord',
  'A record that undoing left alone, as it was then.',
  'all',
  {
    kind: s.text('The table of the record.'),
    id: s.field(s.UUID, 'The id of the record.'),
    line: s.nullable(
      { type: 'integer' },
      'The line of the row in a CSV; null where it came otherwise.',
    ),
    reason: s.choice(KEPT_REASONS, 'Why undoing left it as it is.'),
    date: s.nullable(s.DATE, 'The day of the record; null where it has none.'),
    amount: s.nullable(s.DECIMAL, 'Null where such records have none.'),
    currency: s.nullable(s.TEXT, 'Of the amount; null where there is none.'),
    name: s.nullable(s.TEXT, 'Null where such records have none.'),
  },
);

/** What undoing an import or an import session did. */
export const UNDO_SUMMARY = {
  removed: s.field(s.COUNTS, 'Records that undoing removed, by table.'),
  restored: s.field(s.COUNTS, 'Records that undoing put back as they were, by table.'),
  kept: s.list(
    KEPT_RECORD,
    'The first records that undoing left alone, and why; …/kept lists all of them.',
  ),
  kept_count: s.field(s.COUNT, 'How many records undoing left alone.'),
} as const satisfies Record<string, JsonSchema>;

export const UNDONE_AT = s.nullable(
  s.TIMESTAMP,
  'When it was undone, in UTC; null while it is not.',
);
