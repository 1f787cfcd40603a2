import type { Tag } from '../../shared/store/ledger/tags.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
