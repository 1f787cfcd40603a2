import type { Tx } from '../../../db/connect.ts';
import { isClaimedByOther, isJudged, updateVerdicts } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';
import { isInUse } from './undo-records.ts';
import type { Undone } from './undo-records.ts';

/** Tables whose records are identified by name. */
export type NamedTable = 'accounts' | 'categories' | 'merchants';

/**
 * Judges rows by name: a name that the household has is a duplicate, and so is one that the file repeats, of its
 * first row (or of its last, where later rows win).
 */
export async function judgeByName(
  tx: Tx,
  scope: CsvScope,
  table: NamedTable,
  counts: 'first' | 'last',
): Promise<void> {
  const order = counts === 'first' ? tx`order by r.line` : tx`order by r.line desc`;
  await updateVerdicts(
    tx,
    scope,
    tx`
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
    ) named`,
  );
}

/** Removes the records created from new rows, except those in use or claimed by another import. */
export async function removeNamed(tx: Tx, scope: CsvScope, table: NamedTable): Promise<Undone> {
  let count = 0;
  // Twice: removing a child may leave its parent unused.
  for (let pass = 0; pass < 2; pass += 1) {
    const removed = await tx`
      delete from ${tx(table)} x
      using import_rows r
      where ${ofImport(tx, scope)}
        and r.verdict = 'new'
        and x.household_id = r.household_id
        and x.id = r.record_id
        and not ${isClaimedByOther(tx, scope, tx`x.id`)}
        and not (${isInUse(tx, table)})`;
    count += removed.count;
  }
  const kept = await tx<Undone['kept'][number][]>`
    select ${table} as kind, x.id, r.line,
      case when ${isClaimedByOther(tx, scope, tx`x.id`)} then 'claimed' else 'in_use' end as reason
    from import_rows r
    join ${tx(table)} x on x.household_id = r.household_id and x.id = r.record_id
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
    order by r.line`;
  return { kept, count };
}

/** The colour of a row, when it is a valid one. */
export const colorOf = (tx: Tx) =>
  tx`case when r.more ->> 'color' ~* '^#[0-9a-f]{6}$' then r.more ->> 'color' end`;
