import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { joinWhole } from '../../postgres/plans.ts';
import { makeRoom } from '../match/make-room.ts';
import { matchRows } from '../match/match-rows.ts';
import { refuteByBalances } from '../match/refute-by-balances.ts';
import { clearMatchTables, createMatchTables, isUnpaired } from '../match/match-tables.ts';
import { DAYS_APART_MAX } from '../match/view-evidence.ts';
import {
  isBooking,
  isJudged,
  isStatement,
  isUnsaid,
  makeOf,
  noteViews,
  recentlyClaimed,
  sameMoneyAround,
  unsaidRows,
  updateVerdicts,
  viewsOf,
} from './claims.ts';
import { hasCorrected, matchCorrected } from './match-corrected.ts';
import { hasBankIds, matchBankIds } from './match-ids.ts';
import { matchOtherDays } from './match-other-days.ts';
import { matchRenamed } from './match-renamed.ts';
import { hasPending, matchFormerPending, settlePending } from './settle-pending.ts';
import type { CsvScope } from './scope.ts';
import { homeCurrency } from './scope.ts';

/**
 * Decides for every row whether the ledger has it: new, a duplicate that changes nothing, or an update that adds a
 * category, tags or notes that the stored row lacks, or books it. Skips rows with errors and those that a person
 * judged. Rows must have their accounts. Without bank ids and pending rows only rows of equal amounts match, so that
 * judging the rows of some amounts gives them the verdicts of judging all rows; unless a bank's own list is compared,
 * because how sources date and name bookings is learned from all rows.
 */
export async function judgeTransactions(tx: Tx, scope: CsvScope): Promise<void> {
  await createMatchTables(tx);
  await clearMatchTables(tx);
  const stored = await joinWhole(tx, () => fillStored(tx, scope));
  if (stored > 0) await noteViews(tx, scope, recentlyClaimed(tx, scope.householdId), tx`false`);
  const pending = await hasPending(tx, scope);
  const corrected = await hasCorrected(tx, scope);
  // Bank ids, pending and corrected rows also match rows of other days.
  if (stored > 0 || pending || corrected || (await hasBankIds(tx, scope))) {
    await joinWhole(tx, () => fillWanted(tx, scope));
    await matchBankIds(tx, scope);
    if (pending) await matchFormerPending(tx, scope);
    if (corrected) await joinWhole(tx, () => matchCorrected(tx, scope));
    await matchOtherDays(tx, scope);
    await matchRows(tx, scope.householdId, unsaidRows(tx, scope));
    await joinWhole(tx, () => matchRenamed(tx, scope, unmatchedRows(tx, scope)));
    await joinWhole(tx, () => refuteByBalances(tx, scope));
    await joinWhole(tx, () => placeCrowdedOut(tx, scope));
    if (pending) await settlePending(tx, scope, unmatchedRows(tx, scope, tx`, r.pending`));
    await markMatched(tx, scope);
  }
  await joinWhole(tx, () => markNew(tx, scope));
}

async function fillWanted(tx: Tx, scope: CsvScope): Promise<void> {
  await tx`
    insert into match_wanted (ref, place, account_id, date, amount, currency, name)
    ${wantedRows(tx, scope)}`;
}

/** Pairs rows that found no counterpart although the bank has a booking of the same amount nearby that no file has. */
async function placeCrowdedOut(tx: Tx, scope: CsvScope): Promise<void> {
  await tx.unsafe('analyze match_pairs');
  await makeRoom(tx, {
    ...scope,
    free: unmatchedRows(tx, scope),
    isEnd: tx`t.id not in (select id from match_stored_ids)`,
  });
}

function unmatchedRows(tx: Tx, scope: CsvScope, more = tx``): Fragment {
  return tx`
    select *
    from (${wantedRows(tx, scope, more)}) row
    where ${isUnpaired(tx, 'ref', tx`row.ref`)}`;
}

/** Of equal rows, the booked ones come first, here and in the ledger, so that a booked row rather matches a booked one. */
function wantedRows(tx: Tx, scope: CsvScope, more = tx``): Fragment {
  return tx`
    select r.record_id as ref, r.line + case when r.pending then 1::bigint << 32 else 0 end as place, r.account_id, r.date, r.amount,
      coalesce(r.currency, a.currency, ${homeCurrency(tx, scope)}) as currency,
      compared_name(coalesce(r.name, ${NAMELESS})) as name${more}
    from import_rows r
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    where ${isJudged(tx, scope)}`;
}

/**
 * Fills match_stored and match_views with the live rows of the same accounts, amounts and days; returns how many.
 * Leaves out split lines and counterparts made by a rule, as they are not bookings. A file with the same columns dates
 * and names a purchase in the same way: if one has the row, what the bank or a person says about it is not compared, unless
 * that file had it before it was booked.
 */
async function fillStored(tx: Tx, scope: CsvScope): Promise<number> {
  const { householdId, importId } = scope;
  await tx`
    insert into match_views (id, make, is_bank, import_id, is_wanted, pending, was_pending, date, name)
    select r.record_id, ${makeOf(tx)}, ${isStatement(tx)}, i.id, true, r.pending, false, r.date, compared_name(coalesce(r.name, ${NAMELESS}))
    from import_rows r
    join imports i on i.household_id = r.household_id and i.id = r.import_id
    where ${isJudged(tx, scope)}`;
  const { count } = await tx`
    with live as materialized (
      select t.*, row_number() over (order by t.pending, t.created_at, t.id) as place
      from ${sameMoneyAround(tx, scope, DAYS_APART_MAX)}
      where t.parent_id is null
        and t.mirror_of is null
    ),
    views as materialized (${viewsOf(tx, scope, tx`live`)}),
    noted as (
      insert into match_views (id, make, is_bank, import_id, is_wanted, pending, was_pending, date, name)
      select v.id, v.make, v.is_bank, v.import_id, false, t.pending, v.was_pending, v.date, v.name
      from views v
      join live t on t.id = v.id
    ),
    own as (
      select ${makeOf(tx)} as make
      from imports i
      where i.household_id = ${householdId}
        and i.id = ${importId}
    )
    insert into match_stored (id, place, account_id, date, amount, currency, name, origin)
    select distinct t.id, t.place, t.account_id, v.date, t.amount, t.currency, v.name,
      case v.make
        when own.make then 'export'
        when 'provider' then 'bank'
        when 'manual' then 'person'
        else 'import'
      end as origin
    from views v
    join live t on t.id = v.id
    cross join own
    where v.make not in ('provider', 'manual')
      or not exists (
        select 1
        from views other
        where other.id = v.id
          and other.make = own.make
          and not other.was_pending
      )`;
  return count;
}

/** Whether the row `r` adds to the transaction `t`: books it, states its currency, or has what it lacks and no person locked. */
const bringsMore = (tx: Tx, householdId: string) => tx`(
  ${isBooking(tx)}
  or (r.currency <> t.currency and ${isUnsaid(tx, householdId)})
  or (r.category is not null and t.category_id is null and not t.locked_attributes ? 'category_id')
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

async function markMatched(tx: Tx, scope: CsvScope): Promise<void> {
  const judged = tx`
    select r.line, p.id as of_id, p.certainty,
      case
        when (
          select ${bringsMore(tx, scope.householdId)}
          from transactions t
          where t.household_id = r.household_id
            and t.id = p.id
        ) then 'update'
        else 'duplicate'
      end as verdict
    from match_pairs p
    join import_rows r on r.record_id = p.ref
    where ${isJudged(tx, scope)}`;
  await updateVerdicts(tx, scope, judged);
}

/** Marks rows as new that have no match, but had one when they were last judged. */
async function markNew(tx: Tx, scope: CsvScope): Promise<void> {
  await tx`
    update import_rows r
    set verdict = 'new', of_id = null, certainty = null
    where ${isJudged(tx, scope)}
      and r.verdict <> 'new'
      and ${isUnpaired(tx, 'ref', tx`r.record_id`)}`;
}
