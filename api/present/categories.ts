import type { Category } from '../../shared/store/ledger/categories.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A category on the wire. */
export function presentCategory(category: Category): Schemas['Category'] {
  return {
    id: category.id,
    parent_id: category.parentId,
    name: category.name,
    color: category.color,
    classification: category.classification,
    icon: category.icon,
    created_at: presentTimestamp(category.createdAt),
    updated_at: presentTimestamp(category.updatedAt),
  };
}
