import type { Tag } from '../../shared/store/ledger/tags.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A tag on the wire. */
export function presentTag(tag: Tag) {
  return {
    id: tag.id,
    name: tag.name,
    color: tag.color,
    created_at: presentTimestamp(tag.createdAt),
    updated_at: presentTimestamp(tag.updatedAt),
  };
}
