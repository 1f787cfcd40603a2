import type { Tx } from '../postgres/connect.ts';
import { ofHousehold } from '../postgres/plans.ts';
import { valueTable } from '../postgres/value-table.ts';

/** A CSV import or an import session: by this key undo finds what it wrote. */
export interface UndoSource {
  readonly householdId: string;
  readonly sourceId: string;
}

/** Drops what undo kept for an import that has been undone. Transactions keep their log. */
export async function deleteJournal(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  const isOfSource = tx`household_id = ${householdId} and source_id = ${sourceId}`;
  await tx`
    update changes
    set source_id = null, locks = null
    where ${isOfSource}
      and kind = 'transactions'
      and before is not null`;
  // The feed still reports these records, in their state after the undo.
  await tx`
    with gone as (
      delete from changes
      where ${isOfSource}
      returning kind, coalesce(record_ids, array[record_id]) as ids
    )
    insert into changes (household_id, kind, operation, record_ids, source_id)
    select ${householdId}::uuid, kind, 'updated', array_agg(id), null
    from (
      select kind, id, (row_number() over (order by kind) - 1) / 100 as part
      from (select distinct kind, id from gone cross join unnest(ids) id) record
    ) parts
    group by kind, part`;
}

/** A record that goes away, and the one that takes over what it had. */
export interface Succession {
  readonly goneId: string;
  readonly staysId: string;
}

/** Pairs of transactions and their successors, as a table `pair (gone_id, stays_id)`. */
export const listSuccessions = (tx: Tx, pairs: readonly Succession[]) =>
  valueTable(tx, 'pair', pairs, { goneId: 'uuid', staysId: 'uuid' });

/**
 * Notes that two transactions became one. What an import brought to either is then shared: undoing that import keeps the remaining
 * one, and reports it. Call it while both exist.
 */
export async function keepJoined(
  tx: Tx,
  householdId: string,
  pairs: readonly Succession[],
): Promise<void> {
  const pair = listSuccessions(tx, pairs);
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_id)
    select ${householdId}::uuid, joined.source_id, 'transactions', 'joined', joined.id
    from (
      select made.source_id, pair.stays_id as id
      from ${pair}
      join transactions t on t.${ofHousehold(tx, householdId)} and t.id in (pair.gone_id, pair.stays_id)
      cross join lateral (values (t.import_id), (t.import_session_id)) made (source_id)
      where made.source_id is not null
      union
      select j.source_id, pair.stays_id
      from ${pair}
      join changes j on j.${ofHousehold(tx, householdId)} and j.record_id = pair.gone_id
      where j.source_id is not null
        and (j.operation = 'joined' or j.before is not null)
      union
      select r.import_id, pair.stays_id
      from ${pair}
      join import_rows r on r.${ofHousehold(tx, householdId)} and r.of_id = pair.gone_id and r.verdict = 'update'
      join imports i on i.household_id = r.household_id and i.id = r.import_id and i.status in ('complete', 'undoing')
    ) joined`;
}
