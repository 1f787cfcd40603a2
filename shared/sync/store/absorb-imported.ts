import type { Tx } from '../../postgres/connect.ts';
import { insertChangeOf } from '../../changes/transaction-changes.ts';
import { claimJoined } from '../../imports/claim-joined.ts';
import { joinedValue, setTexts } from '../../ledger/transaction-attributes.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { Succession } from '../../changes/journal.ts';
import type { ReadScope } from './read-scope.ts';

/**
 * For pairs whose bank row was already stored: deletes the imported row after moving to the bank’s row whatever that lacks. Returns
 * how many.
 */
export async function absorbIntoKnown(tx: Tx, scope: ReadScope, now: Date): Promise<number> {
  const { householdId } = scope;
  const pairs = tx`
    select p.ref, p.id
    from match_pairs p
    join transactions own on own.${ofHousehold(tx, householdId)} and own.id = p.ref and own.source = 'csv_import'
    join transactions known on known.${ofHousehold(tx, householdId)} and known.id = p.id`;
  const joined = await tx<Succession[]>`
    select ref as gone_id, id as stays_id
    from (${pairs}) pair`;
  if (joined.length === 0) return 0;
  await claimJoined(tx, householdId, joined);
  await tx`
    with pair as materialized (${pairs}),
    tagged as (
      insert into transaction_tags (household_id, transaction_id, tag_id)
      select tt.household_id, pair.id, tt.tag_id
      from pair
      join transaction_tags tt on tt.transaction_id = pair.ref
      on conflict do nothing
    ),
    logged as (
      ${insertChangeOf(tx, householdId, 'merged', tx`select id, to_json(ref), to_json(id) from pair`)}
    )
    update transactions kept
    set category_id = ${joinedValue(tx, 'category_id')},
        merchant_id = ${joinedValue(tx, 'merchant_id')},
        excluded = ${joinedValue(tx, 'excluded', tx`kept.excluded`)},
        ${setTexts(tx, (column) => joinedValue(tx, column, tx`coalesce(nullif(kept.${tx(column)}, ''), gone.${tx(column)})`))},
        name = ${joinedValue(tx, 'name', tx`kept.name`)},
        locked_attributes = gone.locked_attributes || kept.locked_attributes,
        import_id = gone.import_id,
        import_name = gone.import_name,
        import_date = coalesce(gone.import_date, gone.date),
        updated_at = ${now}
    from pair
    join transactions gone on gone.${ofHousehold(tx, householdId)} and gone.id = pair.ref
    where kept.${ofHousehold(tx, householdId)}
      and kept.id = pair.id`;
  await tx`
    delete from transactions own
    using match_pairs p
    where own.${ofHousehold(tx, householdId)}
      and own.id = p.ref
      and own.source = 'csv_import'`;
  return joined.length;
}
