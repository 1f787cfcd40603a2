import type { Tx } from '../../../db/connect.ts';
import {
  clearMatchTables,
  comparedName,
  createMatchTables,
  DAYS_APART_MAX,
  matchRows,
} from '../../match/match-rows.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { NAMELESS } from './scope.ts';

/**
 * Decides for every row whether the ledger has it: new, a duplicate that changes nothing, or an update that adds a
 * category, tags or notes that the stored row lacks. Skips rows with errors and those that a person judged. Rows
 * must have their accounts.
 */
export async function judgeTransactions(tx: Tx, scope: CsvScope): Promise<void> {
  await createMatchTables(tx);
  await clearMatchTables(tx);
  await fillWanted(tx, scope);
  await fillStored(tx, scope);
  await matchRows(tx);
  await writeVerdicts(tx, scope);
}

async function fillWanted(tx: Tx, scope: CsvScope): Promise<void> {
  await tx`
    insert into match_wanted (ref, place, account_id, date, amount, currency, name)
    select r.record_id, r.line, r.account_id, r.date, r.amount, coalesce(r.currency, a.currency, h.currency),
      ${comparedName(tx, tx`coalesce(r.name, ${NAMELESS}::text)`)}
    from import_rows r
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    join households h on h.id = r.household_id
    where ${isJudged(tx, scope)}`;
}

/** Live rows of the same accounts and days. Split lines and counterparts made by a rule are not bookings. */
async function fillStored(tx: Tx, { householdId }: CsvScope): Promise<void> {
  await tx`
    insert into match_stored (id, place, account_id, date, amount, currency, name, origin)
    select t.id, row_number() over (order by t.created_at, t.id), t.account_id, t.date, t.amount, t.currency,
      ${comparedName(tx, tx`coalesce(t.import_name, t.name)`)},
      case
        when t.source = 'provider' then 'bank'
        when t.source = 'manual' then 'person'
        else 'import'
      end
    from (
      select account_id, min(date) - ${DAYS_APART_MAX}::integer as first, max(date) + ${DAYS_APART_MAX}::integer as last
      from match_wanted
      group by account_id
    ) w
    join transactions t
      on t.household_id = ${householdId}
      and t.account_id = w.account_id
      and t.date between w.first and w.last
      and t.removed_at is null
      and t.parent_id is null
      and t.mirror_of is null`;
}

/** Whether the row `r` has something that the transaction `t` lacks and that no person has set. */
const bringsMore = (tx: Tx) => tx`(
  (r.category is not null and t.category_id is null and not t.locked_attributes ? 'category_id')
  or (r.notes is not null and coalesce(t.notes, '') = '' and not t.locked_attributes ? 'notes')
  or (not t.locked_attributes ? 'tag_ids' and exists (
    select 1
    from unnest(r.tags) wanted (name)
    where not exists (
      select 1
      from transaction_tags tt
      join tags g on g.id = tt.tag_id
      where tt.transaction_id = t.id
        and g.name = wanted.name
    )
  ))
)`;

async function writeVerdicts(tx: Tx, scope: CsvScope): Promise<void> {
  await tx.unsafe('analyze match_pairs');
  await updateVerdicts(
    tx,
    scope,
    tx`
    select r.line, p.id as of_id, p.certainty,
      case
        when p.id is null then 'new'
        when ${bringsMore(tx)} then 'update'
        else 'duplicate'
      end as verdict
    from import_rows r
    left join match_pairs p on p.ref = r.record_id
    left join transactions t on t.household_id = r.household_id and t.id = p.id
    where ${isJudged(tx, scope)}`,
  );
}
