import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { UndoSource } from '../../changes/journal.ts';
import { claimsOf } from './in-use.ts';

/** Whether the row `claim` states the attribute `key`. What a bank decides when it books is stated by rows that are not pending. */
const states = (tx: Tx, key: Fragment): Fragment => tx`
  case ${key}
    when 'category_id' then claim.category is not null
    when 'notes' then claim.notes is not null
    when 'currency' then claim.currency is not null
    when 'tag_ids' then claim.tags <> '{}'
    else not claim.pending
  end`;

/** The other imports that have stated the attribute `of.key` of the record `of.record_id` since `of.written_at`. */
const statementsOf = (tx: Tx, source: UndoSource, of: Fragment, more = tx``): Fragment => tx`
  select claimant.id, claimant.published_at
  from ${claimsOf(tx, source, tx`${of}.record_id`)}
    and claimant.published_at > ${of}.written_at
    and ${states(tx, tx`${of}.key`)}
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
