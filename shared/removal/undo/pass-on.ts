import type { Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../../imports/match/live-of-money.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { insertUsers } from './heirs-of-used.ts';
import { isChangedBySource } from './in-use.ts';

/**
 * Hands records that undo kept because of other imports over to those imports, so that they go with the last of them. A claimed
 * record goes to the first import that claims it, and one in use to every import whose records use it. From then on, a CSV's
 * transactions are rows of the file that claimed them.
 */
export async function passOn(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  const left = await tx<{ kind: string }[]>`
    select distinct kind
    from undo_left
    where reason in ('claimed', 'in_use')`;
  if (left.length === 0) return;
  await tx`
    insert into undo_heirs (kind, id, heir)
    select distinct on (l.kind, l.id) l.kind, l.id, claim.heir
    from undo_left l
    cross join lateral (
      select r.import_id as heir, i.published_at as since
      from import_rows r
      join imports i on i.household_id = r.household_id and i.id = r.import_id
      where r.${ofHousehold(tx, householdId)}
        and r.of_id = l.id
        and r.import_id <> ${sourceId}
        and i.restored_by is distinct from ${sourceId}
        and ${isInLedger(tx)}
      union all
      select j.source_id, j.created_at
      from changes j
      where j.${ofHousehold(tx, householdId)}
        and j.record_id = l.id
        and j.source_id <> ${sourceId}
        and ${isChangedBySource(tx, tx`j`)}
    ) claim
    where l.reason = 'claimed'
    order by l.kind, l.id, claim.since, claim.heir`;
  await insertUsers(tx, { householdId, sourceId }, new Set(left.map(({ kind }) => kind)));
  const heirs = await tx`select 1 from undo_heirs limit 1`;
  if (heirs.length === 0) return;
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_ids)
    select ${householdId}::uuid, heir, kind, 'inherited', array_agg(id)
    from undo_heirs
    group by heir, kind`;
  // The heir does not treat the locks that they came with as a person's edits either.
  await tx`
    insert into changes (household_id, source_id, kind, operation, record_id, locks)
    select distinct on (h.heir, j.record_id) ${householdId}::uuid, h.heir, j.kind, 'locked', j.record_id, j.locks
    from changes j
    join undo_heirs h on h.kind = j.kind and h.id = j.record_id
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.operation = 'locked'
    order by h.heir, j.record_id, j.id desc`;
  await tx`
    update transactions t
    set import_id = r.import_id, import_name = coalesce(r.name, t.import_name), import_date = r.date
    from undo_heirs h
    join import_rows r on r.household_id = ${householdId} and r.import_id = h.heir and r.of_id = h.id
    where h.kind = 'transactions'
      and t.${ofHousehold(tx, householdId)}
      and t.id = h.id
      and t.import_id = ${sourceId}`;
  await passOnTiedChanges(tx, { householdId, sourceId });
}

/** An import that inherited one side of a transfer also restores what this import changed in the other side and in the transfer. */
async function passOnTiedChanges(tx: Tx, { householdId, sourceId }: UndoSource): Promise<void> {
  await tx`
    update changes j
    set source_id = tied.heir
    from (
      select l.kind, l.id, h.heir
      from undo_left l
      cross join lateral (
        select *
        from transfers f
        where f.${ofHousehold(tx, householdId)}
          and l.id in (f.id, f.inflow_transaction_id, f.outflow_transaction_id)
        offset 0
      ) f
      cross join lateral unnest(array[f.inflow_transaction_id, f.outflow_transaction_id]) as side (id)
      join undo_heirs h on h.kind = 'transactions' and h.id = side.id
      where l.reason = 'in_use'
    ) tied
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.kind = tied.kind
      and j.record_id = tied.id
      and j.before is not null`;
}
