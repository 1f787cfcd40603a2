import type { Fragment, Tx } from '../../postgres/connect.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isChangedBySource } from './in-use.ts';
import { isOfBank, isSplitOtherwise } from './keep-transactions.ts';
import { isStated, passOnStated } from './stated-values.ts';

/**
 * Restores the old values of records that existed before the import, or that it took over from another one, attribute by attribute,
 * where they are still as it left them. What a person, a rule, the bank or another import has changed since stays, and is listed in
 * `undo_left`.
 */
export async function restoreChanged(tx: Tx, source: UndoSource): Promise<void> {
  const changed = await tx<{ kind: string; attributes: string[] }[]>`
    select j.kind, array_agg(distinct key) as attributes
    from changes j
    cross join lateral json_object_keys(j.before) key
    where ${ofSource(tx, source)}
      and j.before is not null
      and key not in ('tag_ids', 'splits')
    group by j.kind
    order by j.kind`;
  // Images of records hold instants in UTC.
  await tx`select set_config('timezone', 'UTC', true)`;
  for (const { kind, attributes } of changed) await restoreKind(tx, source, kind, attributes);
  await removeTags(tx, source);
  await passOnStated(tx, source);
}

/** How many records of each kind were restored and are still there. */
export async function countRestored(tx: Tx): Promise<Record<string, number>> {
  const restored = await tx<{ kind: string; count: number }[]>`
    select kind, count(distinct id)::integer as count
    from undo_restored
    left join undo_created made using (kind, id)
    left join undo_left l using (kind, id)
    where made.kind is null or l.kind is not null
    group by kind`;
  return Object.fromEntries(restored.map(({ kind, count }) => [kind, count]));
}

const ofSource = (tx: Tx, { householdId, sourceId }: UndoSource) =>
  tx`j.household_id = ${householdId} and j.source_id = ${sourceId}`;

async function restoreKind(
  tx: Tx,
  source: UndoSource,
  kind: string,
  attributes: readonly string[],
): Promise<void> {
  const [isLocked, isBanks] =
    kind === 'transactions'
      ? [tx`t.locked_attributes -> i.key is distinct from i.locks -> i.key`, isOfBank(tx, source)]
      : [tx`false`, tx`false`];
  const isTied = IS_TIED[kind]?.(tx, source) ?? tx`false`;
  await tx.unsafe('truncate undo_standing');
  await tx`
    insert into undo_standing (record_id, key, before, after, restored, last_id, written_at, reason)
    select i.record_id, i.key, i.before, i.after, r.restored, i.last_id, i.written_at,
      case
        when ${isLocked} then 'edited'
        when ${isBanks} then 'adopted'
        when ${isTied} then 'in_use'
        when r.restored::text = held.value::text then 'changed'
        when ${isStated(tx, source, tx`i`)} then 'claimed'
      end
    from (
      select j.record_id, b.key, (array_agg(b.value order by j.id))[1] as before,
        (array_agg(a.value order by j.id desc))[1] as after, max(j.id) as last_id, max(j.created_at) as written_at,
        (array_agg(j.locks order by j.id desc))[1] as locks, bool_or(${isChangedBySource(tx, tx`j`)}) as is_own
      from changes j
      cross join lateral json_each(j.before) b
      join lateral json_each(j.after) a on a.key = b.key and a.key <> 'tag_ids'
      where ${ofSource(tx, source)}
        and j.kind = ${kind}
        and j.before is not null
        and j.record_id not in ${OWN(tx, kind)}
      group by j.record_id, b.key
    ) i
    join ${tx(kind)} t on t.${ofHousehold(tx, source.householdId)} and t.id = i.record_id
    cross join lateral (select row_to_json(t) -> i.key as value) held
    cross join lateral (select ${takeBack(tx, tx`held.value`, tx`i`)} as restored) old
    cross join lateral (select case when ${isGone(tx, source)} then 'null' else old.restored end as restored) r
    where held.value::text <> i.before::text
      or ${isLocked}`;
  await tx.unsafe('analyze undo_standing');
  await reassignBefore(tx, source, kind);
  const columns = attributes
    .slice(1)
    .reduce((all, name) => tx`${all}, ${tx(name)}`, tx`${tx(attributes[0] ?? '')}`);
  await tx`
    with put as (
      update ${tx(kind)} t
      set (${columns}, updated_at) = (
        select ${columns}, ${kind === 'rules' ? writtenBefore(tx, source) : tx`now()`}
        from json_populate_record(t, s.image) image
      )
      from (
        select record_id, json_object_agg(key, restored) as image, max(written_at) as written_at
        from undo_standing
        where reason is null
        group by record_id
      ) s
      where t.${ofHousehold(tx, source.householdId)}
        and t.id = s.record_id
      returning t.id
    )
    insert into undo_restored (kind, id)
    select ${kind}, id
    from put`;
  await listStanding(tx, kind);
}

/** Lists the records of a kind of which something stays as it is, and each reason why. */
async function listStanding(tx: Tx, kind: string): Promise<void> {
  await tx`
    insert into undo_left (kind, id, reason)
    select distinct ${kind}, record_id, reason
    from undo_standing
    where reason is not null
      and key <> 'rule_attributes'
      -- Whether these stay is not known yet.
      and (${kind === 'transactions'} or record_id not in (select id from undo_created where kind = ${kind}))`;
}

/**
 * What becomes of the value `held` when the change `of` is taken back: the value before it, if it is still as the change left it. The
 * moments at which rules set the attributes are taken back one by one, because the end of a transfer changes one of them.
 */
function takeBack(tx: Tx, held: Fragment, of: Fragment): Fragment {
  const [now, before, after] = [held, tx`${of}.before`, tx`${of}.after`].map(
    (value) => tx`(${value})::jsonb`,
  ) as [Fragment, Fragment, Fragment];
  return tx`
    case
      when ${of}.key = 'rule_attributes' then to_json(
        ${now} - array(select a.key from jsonb_each(${after}) a where a.value = ${now} -> a.key)
        || coalesce((
          select jsonb_object_agg(b.key, b.value)
          from jsonb_each(${before}) b
          where ${after} -> b.key is not distinct from ${now} -> b.key
        ), '{}')
      )
      when (${held})::text = ${of}.after::text then ${of}.before
      else ${held}
    end`;
}

/** What restored values may refer to that another import's undo, or a person, has deleted since. */
const REFERRED = { category_id: 'categories', merchant_id: 'merchants' } as const;

/** Whether the value `old` of the key `i.key` is the id of a record that is gone: the attribute then names none. */
function isGone(tx: Tx, { householdId }: UndoSource): Fragment {
  return Object.entries(REFERRED).reduce(
    (any, [key, table]) => tx`${any} or (
      i.key = ${key}
      and old.restored #>> '{}' not in (select x.id::text from ${tx(table)} x where x.household_id = ${householdId})
    )`,
    tx`false`,
  );
}

/** The transactions that the import created and that stay. */
export const KEPT = (tx: Tx) => tx`(
  select id
  from undo_created
  where kind = 'transactions'
    and reason is not null
)`;

/**
 * The records of a kind whose values are not restored: the import created them, or they are transactions that go. What it took over
 * from another import had its values before this one, whichever is undone first.
 */
const OWN = (tx: Tx, kind: string) => tx`(
  select id
  from undo_created
  where kind = ${kind}
    and not (is_inherited and (kind <> 'transactions' or reason is not null))
)`;

/**
 * What stays as it is because a transaction of the import stays: the other side of its transfer, and the transfer itself, with the
 * mirror that gave way to it. Nor does a mirror come back without the transfer that it was in.
 */
const IS_TIED: Readonly<Record<string, (tx: Tx, source: UndoSource) => Fragment>> = {
  transactions: (tx, source) => tx`(
    ${isSplitOtherwise(tx, source)}
    or exists (select 1 from transfers f where f.inflow_transaction_id = t.id and f.outflow_transaction_id in ${KEPT(tx)})
    or exists (select 1 from transfers f where f.outflow_transaction_id = t.id and f.inflow_transaction_id in ${KEPT(tx)})
    or (
      i.key in ('removed_at', 'removed_reason')
      and t.mirror_of is not null
      and t.removed_at is not null
      and not exists (
        select 1
        from transfers f
        join undo_created going on going.kind = 'transactions' and going.reason is null
          and going.id in (f.inflow_transaction_id, f.outflow_transaction_id)
        where t.mirror_of in (f.inflow_transaction_id, f.outflow_transaction_id)
      )
    )
  )`,
  transfers: (tx) => tx`(
    i.key in ('inflow_transaction_id', 'outflow_transaction_id')
    and (
      t.inflow_transaction_id in ${KEPT(tx)}
      or t.outflow_transaction_id in ${KEPT(tx)}
      -- Nor does a side come back that is gone: the transfer ends with the row that has its place.
      or not exists (select 1 from transactions b where b.household_id = t.household_id and b.id = (i.before #>> '{}')::uuid)
    )
  )`,
};

/** When the rule `t` was last written before the import, unless someone has written it since. */
const writtenBefore = (tx: Tx, source: UndoSource) => tx`
  case
    when t.updated_at <> s.written_at then now()
    else coalesce((
      select j.was_updated_at
      from changes j
      where ${ofSource(tx, source)}
        and j.kind = 'rules'
        and j.record_id = t.id
        and j.before is not null
      order by j.id
      limit 1
    ), now())
  end`;

/**
 * Where another import changed a value that this one left, its undo must restore the value from before both. It is stored in the
 * first change after this import that found this import's value.
 */
async function reassignBefore(tx: Tx, { householdId, sourceId }: UndoSource, kind: string) {
  await tx`
    with heir as (
      select distinct on (s.record_id, s.key) j.id, s.key, ${takeBack(tx, tx`j.before -> s.key`, tx`s`)} as before
      from undo_standing s
      join changes j on j.${ofHousehold(tx, householdId)} and j.record_id = s.record_id
      where j.kind = ${kind}
        and j.source_id <> ${sourceId}
        and j.id > s.last_id
        and (
          s.reason = 'changed' and (j.before -> s.key)::text = s.after::text
          or s.key = 'rule_attributes' and j.before -> s.key is not null
        )
      order by s.record_id, s.key, j.id
    )
    update changes j
    set before = (
      select json_object_agg(b.key, coalesce(h.before, b.value))
      from json_each(j.before) b
      left join heir h on h.id = j.id and h.key = b.key
    )
    where j.household_id = ${householdId}
      and j.id in (select id from heir)`;
}

/** Removes the tags that the import added to existing transactions, unless a person has chosen their tags since or another states them. */
async function removeTags(tx: Tx, source: UndoSource): Promise<void> {
  const isNamed = tx`and (select g.name from tags g where g.id = added.tag_id) = any(claim.tags)`;
  const added = tx`
    from (
      select j.record_id, one.tag_id::uuid, 'tag_ids' as key, j.created_at as written_at,
        ${isChangedBySource(tx, tx`j`)} as is_own
      from changes j
      cross join lateral json_array_elements_text(j.after -> 'tag_ids') as one (tag_id)
      where ${ofSource(tx, source)}
        and j.kind = 'transactions'
        and one.tag_id not in (select json_array_elements_text(j.before -> 'tag_ids'))
    ) added
    join transactions t on t.${ofHousehold(tx, source.householdId)} and t.id = added.record_id
    join transaction_tags tt on tt.transaction_id = added.record_id and tt.tag_id = added.tag_id
    cross join lateral (
      select case
        when t.locked_attributes ? 'tag_ids' then 'edited'
        when ${isStated(tx, source, tx`added`, isNamed)} then 'claimed'
      end as reason
    ) stays
    where t.id not in ${OWN(tx, 'transactions')}`;
  await tx`
    insert into undo_left (kind, id, reason)
    select distinct 'transactions', t.id, stays.reason
    ${added}
      and stays.reason is not null`;
  await tx`
    with taken_off as (
      delete from transaction_tags
      where (transaction_id, tag_id) in (
        select added.record_id, added.tag_id
        ${added}
          and stays.reason is null
      )
      returning transaction_id
    )
    insert into undo_restored (kind, id)
    select 'transactions', transaction_id
    from taken_off`;
}
