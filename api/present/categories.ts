import type { Category } from '../../shared/ledger/categories.ts';
import { TIMESTAMP, UUID, nullable, object } from '../contract/json-schema.ts';
import type { JsonSchema, Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

export const categorySchema: JsonSchema = object({
  id: UUID,
  parent_id: nullable(UUID),
  name: { type: 'string' },
  color: { type: 'string' },
  classification: { type: 'string', enum: ['expense', 'income'] },
  icon: { type: 'string' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

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
