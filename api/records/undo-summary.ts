import { KEPT_REASONS } from '../../shared/imports/kept-record.ts';
import { COUNT, DATE, DECIMAL, nullable, object, ref, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** Records by table. */
export const COUNTS: JsonSchema = { type: 'object', additionalProperties: COUNT };

/** A record that undoing left alone. */
export const keptRecord: JsonSchema = object(
  {
    kind: { type: 'string', description: 'The table of the record.' },
    id: UUID,
    line: nullable({
      type: 'integer',
      description: 'The line of the row in a CSV; null where it came otherwise.',
    }),
    reason: { type: 'string', enum: KEPT_REASONS },
    date: { ...nullable(DATE), description: 'The day of the record; null where it has none.' },
    amount: { ...nullable(DECIMAL), description: 'Null where such records have none.' },
    currency: { type: ['string', 'null'], description: 'Of the amount; null where there is none.' },
    name: { type: ['string', 'null'], description: 'Null where such records have none.' },
  },
  { description: 'A record that undoing left alone, as it was then.' },
);

/** What undoing an import or an import session did. */
export const UNDO_SUMMARY = {
  removed: COUNTS,
  restored: COUNTS,
  kept: {
    type: 'array',
    description: 'The first records that undoing left alone, and why; …/kept lists all of them.',
    items: ref('KeptRecord'),
  },
  kept_count: COUNT,
} as const satisfies Record<string, JsonSchema>;
