import type { Tx } from '../../postgres/connect.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import type { CsvScope } from './scope.ts';

/**
 * Judges rows by name. A name that the household has is a duplicate. So is a name that the file repeats: of its first
 * row, or of its last if `counts` is 'last'.
 */
export async function judgeByName(
  tx: Tx,
  scope: CsvScope,
  table: 'accounts' | 'categories' | 'merchants',
  counts: 'first' | 'last',
): Promise<void> {
  const order = counts === 'first' ? tx`order by r.line` : tx`order by r.line desc`;
  const judged = tx`
    select line, of_id,
      case when of_id is null then 'new' else 'duplicate' end as verdict,
      case when of_id is not null then 'exact' end as certainty
    from (
      select r.line, coalesce(
          known.id,
          nullif(first_value(r.record_id) over (partition by r.name ${order}), r.record_id)
        ) as of_id
      from import_rows r
      left join lateral (
        select x.id
        from ${tx(table)} x
        where x.household_id = r.household_id
          and x.name = r.name
        order by x.created_at, x.id
        limit 1
      ) known on true
      where ${isJudged(tx, scope)}
    ) named`;
  await updateVerdicts(tx, scope, judged);
}

/** The colour of the row `r` if it is valid, else null. */
export const colorOf = (tx: Tx) =>
  tx`case when r.more ->> 'color' ~* '^#[0-9a-f]{6}$' then r.more ->> 'color' end`;
