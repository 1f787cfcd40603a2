import type { Tag } from '../../shared/ledger/tags.ts';
import { TIMESTAMP, UUID, object } from '../contract/json-schema.ts';
import type { JsonSchema, Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

export const tagSchema: JsonSchema = object({
  id: UUID,
  name: { type: 'string' },
  color: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** A tag on the wire. */
export function presentTag(tag: Tag): Schemas['Tag'] {
  return {
    id: tag.id,
    name: tag.name,
    color: tag.color,
    created_at: presentTimestamp(tag.createdAt),
    updated_at: presentTimestamp(tag.updatedAt),
  };
}
