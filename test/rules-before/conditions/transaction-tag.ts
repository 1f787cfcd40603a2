import { defineCondition } from '../define-condition.ts';
import { FALSE, fragment, negate, type Fragment } from '../fragment.ts';
import { REFERENCE_OPERATORS } from '../reference-condition.ts';
import { isUuid } from '../../../shared/uuid.ts';

const hasAnyTag = fragment`exists (
  select 1 from transaction_tags tt where tt.transaction_id = t.id
)`;

/** One subquery per condition: two tags ANDed mean both, and no row is ever doubled by a join. */
function hasTag(id: string | null): Fragment {
  if (id === null || !isUuid(id)) return FALSE;
  return fragment`exists (
    select 1 from transaction_tags tt where tt.transaction_id = t.id and tt.tag_id = ${id}::uuid
  )`;
}

export const transactionTag = defineCondition({
  type: 'transaction_tag',
  operators: REFERENCE_OPERATORS,
  compile: (operator, value) => {
    switch (operator) {
      case '=':
        return hasTag(value);
      case '!=':
        return negate(hasTag(value));
      case 'is_null':
        return negate(hasAnyTag);
      case 'is_not_null':
        return hasAnyTag;
    }
  },
});
