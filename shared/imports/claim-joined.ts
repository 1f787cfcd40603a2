import type { Tx } from '../postgres/connect.ts';
import { keepJoined, listSuccessions } from '../changes/journal.ts';
import type { Succession } from '../changes/journal.ts';
import { ofHousehold } from '../postgres/plans.ts';

/**
 * For two transactions that become one: file rows that brought or recognised either now recognise the remaining one, and undo
 * learns that it no longer belongs to one import alone. Call it while both exist.
 */
export async function claimJoined(
  tx: Tx,
  householdId: string,
  pairs: readonly Succession[],
): Promise<void> {
  await keepJoined(tx, householdId, pairs);
  const pair = listSuccessions(tx, pairs);
  await tx`
    update import_rows r
    set verdict = 'duplicate',
      of_id = made.stays_id,
      certainty = 'exact'
    from (
      select t.import_id, t.id, pair.stays_id
      from ${pair}
      join transactions t on t.${ofHousehold(tx, householdId)} and t.id in (pair.gone_id, pair.stays_id)
      where t.import_id is not null
    ) made
    where r.household_id = ${householdId}
      and r.import_id = made.import_id
      and r.record_id = made.id
      and r.verdict = 'new'`;
  await tx`
    update import_rows r
    set of_id = pair.stays_id
    from ${pair}
    where r.${ofHousehold(tx, householdId)}
      and r.of_id = pair.gone_id`;
}
