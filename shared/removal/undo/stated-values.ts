import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { claimsOf } from './in-use.ts';

/**
 * Whether the row `claim` states the value that the transaction `held` has for the attribute `key`. Rows name a category by its name, or
 * by its parent's and its own.
 */
const states = (tx: Tx, key: Fragment): Fragment => tx`
  case ${key}
    when 'date' then claim.date = held.date
    when 'amount' then claim.amount = held.amount
    when 'name' then claim.name = held.name
    when 'currency' then claim.currency = held.currency
    when 'notes' then claim.notes = held.notes
    when 'import_external_id' then claim.more ->> 'external_id' = held.import_external_id
    when 'pending' then claim.pending = held.pending
    when 'stale_pending' then claim.pending = held.pending
    when 'category_id' then exists (
      select 1
      from categories c
      where c.household_id = held.household_id
        and c.id = held.category_id
        and c.name in (claim.category, btrim(regexp_replace(claim.category, '^.+?:\\s', '')))
    )
    when 'tag_ids' then exists (
      select 1
      from transaction_tags tt
      join tags g on g.household_id = held.household_id and g.id = tt.tag_id
      where tt.transaction_id = held.id
        and g.name = any(claim.tags)
    )
    else false
  end`;

/** The other imports that have stated, since `of.written_at`, what the transaction `of.record_id` has for the attribute `of.key`. */
const statementsOf = (tx: Tx, source: UndoSource, of: Fragment, more = tx``): Fragment => tx`
  select claimant.id, claimant.published_at
  from ${claimsOf(tx, source, tx`${of}.record_id`)}
    and claimant.published_at > ${of}.written_at
    and exists (
      select 1
      from transactions held
      where held.${ofHousehold(tx, source.householdId)}
        and held.id = claim.of_id
        and ${states(tx, tx`${of}.key`)}
      offset 0
    )
    ${more}
  offset 0`;

/**
 * Whether the import itself, not rules because of it (`of.is_own`), set the value, and another one has stated it since, in a row
 * `claim` that meets a further condition: it stays until that one is undone, too.
 */
export const isStated = (tx: Tx, source: UndoSource, of: Fragment, more = tx``): Fragment =>
  tx`(${of}.is_own and exists (${statementsOf(tx, source, of, more)}))`;

/** Hands what the import changed in claimed records over to the first import that states it, whose undo restores it. */
export async function passOnStated(tx: Tx, source: UndoSource): Promise<void> {
  const { householdId, sourceId } = source;
  await tx`
    update changes j
    set source_id = stated.heir
    from (
      select distinct on (of.kind, of.record_id) of.kind, of.record_id, heir.id as heir
      from (
        select l.kind, l.id as record_id, key, max(j.created_at) as written_at
        from undo_left l
        join changes j on j.${ofHousehold(tx, householdId)} and j.record_id = l.id
        cross join lateral json_object_keys(j.before) key
        where l.reason = 'claimed'
          and j.source_id = ${sourceId}
          and j.kind = l.kind
          and j.before is not null
        group by l.kind, l.id, key
      ) of
      cross join lateral (${statementsOf(tx, source, tx`of`)}) heir
      order by of.kind, of.record_id, heir.published_at, heir.id
    ) stated
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.kind = stated.kind
      and j.record_id = stated.record_id
      and j.before is not null`;
}
