import { KEPT_REASONS } from '../../shared/store/undo/kept-record.ts';
import { COUNT, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** Records by table. */
export const COUNTS: JsonSchema = { type: 'object', additionalProperties: COUNT };

/** What undoing an import or an import session did. */
export const UNDO_SUMMARY = {
  removed: COUNTS,
  restored: COUNTS,
  kept: {
    type: 'array',
    description: 'The first records that undoing left alone, and why.',
    items: object({
      kind: { type: 'string' },
      id: UUID,
      line: nullable({
        type: 'integer',
        description: 'The line of the row in a CSV; null where it came otherwise.',
      }),
      reason: { type: 'string', enum: KEPT_REASONS },
    }),
  },
  kept_count: COUNT,
} as const satisfies Record<string, JsonSchema>;
