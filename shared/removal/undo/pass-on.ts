import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../../imports/match/live-of-money.ts';
import { REFERENCES } from '../../ledger/references.ts';
import type { Reference } from '../../ledger/references.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { isChangedBySource } from './in-use.ts';

/**
 * Hands records that undo kept because of other imports over to those imports, so that they go with the last of them. A claimed
 * record goes to the first import that claims it, and one in use to every import whose transactions use it. From then on, a CSV's
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
      and j.locks is not null
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

/** The imports that brought or changed transactions which use a kept record, and those that inherited what came with these. */
async function insertUsers(
  tx: Tx,
  { householdId, sourceId }: UndoSource,
  kinds: ReadonlySet<string>,
): Promise<void> {
  await tx.unsafe('analyze undo_left, undo_heirs, undo_created');
  const usersOf = (kind: string, use: Fragment) => tx`
    insert into undo_heirs (kind, id, heir)
    with used as materialized (
      select l.id as left_id, t.id, t.import_id, t.import_session_id
      from undo_left l
      -- One lookup per record, over an index.
      cross join lateral (${use} offset 0) t
      where l.kind = ${kind}
        and l.reason = 'in_use'
        and exists (select 1 from undo_created made where made.kind = l.kind and made.id = l.id)
    ),
    users as (
      select left_id, import_id as heir from used
      union
      select left_id, import_session_id from used
      union
      select used.left_id, h.heir
      from used
      join undo_heirs h on h.kind = 'transactions' and h.id = used.id
      union
      select used.left_id, j.source_id
      from used
      join changes j on j.${ofHousehold(tx, householdId)} and j.record_id = used.id
      where ${isChangedBySource(tx, tx`j`)}
      union
      select used.left_id, r.import_id
      from used
      join import_rows r on r.${ofHousehold(tx, householdId)} and r.of_id = used.id
      where r.verdict = 'update'
    )
    select ${kind}, users.left_id, users.heir
    from users
    where users.heir <> ${sourceId}
      -- Leaves out sources that have been undone.
      and (
        users.heir in (select heir from undo_heirs)
        or exists (select 1 from changes j where j.${ofHousehold(tx, householdId)} and j.source_id = users.heir)
      )`;
  for (const [kind, references] of Object.entries<readonly Reference[]>(REFERENCES)) {
    for (const { table, column } of references) {
      if (table !== 'transactions' || !kinds.has(kind)) continue;
      await usersOf(
        kind,
        tx`select t.* from transactions t where t.${ofHousehold(tx, householdId)} and t.${tx(column)} = l.id`,
      );
    }
  }
  if (kinds.has('tags'))
    await usersOf(
      'tags',
      tx`
      select t.*
      from transaction_tags tt
      cross join lateral (
        select * from transactions t where t.${ofHousehold(tx, householdId)} and t.id = tt.transaction_id offset 0
      ) t
      where tt.tag_id = l.id`,
    );
  await insertTied(tx, householdId);
}

/** Hands over what belongs to inherited records: the parent of a category, what a trade is in, and what came with an account or a transaction. */
async function insertTied(tx: Tx, householdId: string): Promise<void> {
  await tx`
    insert into undo_heirs (kind, id, heir)
    select distinct l.kind, l.id, h.heir
    from undo_left l
    join categories child on child.${ofHousehold(tx, householdId)} and child.parent_id = l.id
    join undo_heirs h on h.kind = 'categories' and h.id = child.id
    where l.kind = 'categories'
      and l.reason = 'in_use'`;
  // The accounts and securities of trades and holdings.
  for (const [kind, references] of Object.entries<readonly Reference[]>(REFERENCES)) {
    for (const { table, column } of references) {
      if (table !== 'trades' && table !== 'holdings') continue;
      await tx`
        insert into undo_heirs (kind, id, heir)
        select distinct ${kind}, l.id, h.heir
        from undo_heirs h
        cross join lateral (
          select * from ${tx(table)} t where t.${ofHousehold(tx, householdId)} and t.id = h.id offset 0
        ) t
        join undo_left l on l.kind = ${kind} and l.id = t.${tx(column)} and l.reason = 'in_use'
        join undo_created made on made.kind = l.kind and made.id = l.id
        where h.kind = ${table}`;
    }
  }
  // An opening balance is a part of its account.
  await tx`
    insert into undo_heirs (kind, id, heir)
    select 'valuations', v.id, h.heir
    from undo_heirs h
    join valuations v on v.${ofHousehold(tx, householdId)} and v.account_id = h.id and v.kind = 'opening_anchor'
    join undo_created made on made.kind = 'valuations' and made.id = v.id
    where h.kind = 'accounts'`;
  // What belongs to a claimed transaction: its lines, its mirror, its transfer.
  await tx`
    insert into undo_heirs (kind, id, heir)
    select l.kind, l.id, heirs.heir
    from undo_left l
    cross join (select distinct heir from undo_heirs where kind = 'transactions') heirs
    where l.kind in ('transactions', 'transfers', 'rejected_transfers')
      and l.reason in ('claimed', 'in_use')
      and not exists (select 1 from undo_heirs own where own.kind = l.kind and own.id = l.id)
      and exists (select 1 from undo_created made where made.kind = l.kind and made.id = l.id)`;
}
