import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { joinWhole } from '../../postgres/plans.ts';
import { makeRoom } from '../match/make-room.ts';
import { DAYS_APART_MAX, matchRows } from '../match/match-rows.ts';
import { findStatedDays } from '../match/match-stated.ts';
import { clearMatchTables, createMatchTables } from '../match/match-tables.ts';
import {
  hasStatement,
  isBooking,
  isJudged,
  isUnsaid,
  ofSameMake,
  unsaidRows,
  updateVerdicts,
} from './claims.ts';
import { hasBankIds, matchBankIds } from './match-ids.ts';
import { sameMoneyAround } from './same-money.ts';
import { hasPending } from './pending-candidates.ts';
import { matchFormerPending, settlePending } from './settle-pending.ts';
import type { CsvScope } from './scope.ts';
import { homeCurrency } from './scope.ts';

/**
 * Decides for every row whether the ledger has it: new, a duplicate that changes nothing, or an update that adds a
 * category, tags or notes that the stored row lacks, or books it. Skips rows with errors and those that a person judged. Rows
 * must have their accounts. Without the bank's own ids rows of different amounts never match, so that a scope of some
 * amounts gives the verdicts that a judgement of all rows would give, unless a statement is among the files.
 */
export async function judgeTransactions(tx: Tx, scope: CsvScope): Promise<void> {
  await createMatchTables(tx);
  await clearMatchTables(tx);
  const stored = await joinWhole(tx, () => fillStored(tx, scope));
  const pending = await hasPending(tx, scope);
  const days = stored > 0 ? await findStatedDays(tx, scope) : null;
  // Ids also know rows of other days, and so does what is pending.
  if (stored > 0 || pending || (await hasBankIds(tx, scope))) {
    await joinWhole(tx, () => fillWanted(tx, scope));
    await matchBankIds(tx, scope);
    if (pending) await matchFormerPending(tx, scope);
    await matchRows(tx, unsaidRows(tx, scope), days);
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

/** Rows that found no counterpart, while the bank has one of their money around that no file has. */
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
    where not exists (
      select 1
      from match_pairs p
      where p.ref = row.ref
    )`;
}

/** Of twins those that are booked are the first, here and in the ledger: a booking is rather the one that was booked before. */
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
 * Live rows of the same accounts, amounts and days: how many. Split lines and counterparts made by a rule are not bookings. A row that files
 * brought or claimed is known by the day and name in them. A file with the same columns dates and names a purchase in the
 * same way, so such a row is no other of its purchases; a file of another make meets the bank's row behind it. A statement (CAMT,
 * OFX, MT940) is the bank's own list of the account as a sync is: a file of another make that covers a row's day has that row
 * too, however it dates and names it.
 */
async function fillStored(tx: Tx, scope: CsvScope): Promise<number> {
  const { householdId, importId } = scope;
  const { count } = await tx`
    insert into match_stored (id, place, account_id, date, amount, currency, name, origin)
    with live as materialized (
      select t.*, row_number() over (order by t.pending, t.created_at, t.id) as place
      from ${sameMoneyAround(tx, scope, DAYS_APART_MAX)}
      where t.parent_id is null
        and t.mirror_of is null
    ),
    in_file as (
      select t.id, coalesce(t.import_date, t.date) as date, compared_name(coalesce(t.import_name, t.name)) as name,
        t.import_id
      from live t
      where t.import_name is not null
        or t.source not in ('provider', 'manual')
      union all
      select t.id, r.date, compared_name(coalesce(r.name, ${NAMELESS})), r.import_id
      from live t
      cross join lateral (
        select *
        from import_rows r
        where r.household_id = t.household_id
          and r.of_id = t.id
          and r.import_id <> ${importId}
        offset 0
      ) r
      join imports i on i.household_id = r.household_id and i.id = r.import_id
      where ${isInLedger(tx)}
    ),
    known as (
      select f.id, f.date, f.name, coalesce(bool_or(${ofSameMake(tx)}), false) as same_make,
        coalesce(bool_or(${hasStatement(tx)}), false) as has_statement
      from in_file f
      join imports own on own.household_id = ${householdId} and own.id = ${importId}
      left join imports i on i.household_id = ${householdId} and i.id = f.import_id
      group by f.id, f.date, f.name
    )
    select t.id, t.place, t.account_id, k.date, t.amount, t.currency, k.name,
      case
        when k.same_make then 'export'
        when k.has_statement and t.source not in ('provider', 'manual') then 'statement'
        else 'import'
      end
    from known k
    join live t on t.id = k.id
    union all
    select t.id, t.place, t.account_id, t.date, t.amount, t.currency, compared_name(t.name),
      case t.source when 'provider' then 'bank' else 'person' end
    from live t
    where t.source in ('provider', 'manual')
      and not exists (
        select 1
        from known k
        where k.id = t.id
          and k.same_make
      )`;
  return count;
}

/** Whether the row `r` has something that the transaction `t` lacks and that no person has set; that it is booked counts, too. */
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
  await updateVerdicts(
    tx,
    scope,
    tx`
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
    where ${isJudged(tx, scope)}`,
  );
}

/** Rows without a match that had one when they were judged before. */
async function markNew(tx: Tx, scope: CsvScope): Promise<void> {
  await tx`
    update import_rows r
    set verdict = 'new', of_id = null, certainty = null
    where ${isJudged(tx, scope)}
      and r.verdict <> 'new'
      and not exists (
        select 1
        from match_pairs p
        where p.ref = r.record_id
      )`;
}
