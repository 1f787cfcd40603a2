import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { isInLedger, liveOfAccount } from '../match/live-of-money.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';
import { WAY_DAYS_MAX } from '../match/make-room.ts';
import { takePairs } from '../match/match-tables.ts';
import { claimedById, currenciesAgree, isJudged, sameMoneyAround, unsaidRows } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { hasRows } from '../../postgres/rows.ts';
import { said } from './match-corrected.ts';

/** If two exports share this many bookings that differ only in their ids, the ids do not identify purchases. */
const SHARED_MIN = 3;

/** What is paid each month has one amount and name, and may have one id where banks restart theirs with each file. */
const MONTH_DAYS = 28;

/** Whether rows of the import carry ids of the bank, whatever the amounts of the scope. */
export function hasBankIds(tx: Tx, { householdId, importId }: CsvScope) {
  return hasRows(tx`
    select 1
    from import_rows
    where household_id = ${householdId}
      and import_id = ${importId}
      and more ->> 'external_id' is not null
    limit 1`);
}

/**
 * Pairs rows of the file with stored rows that have the same bank id, unless nothing else agrees; if that is so of most of them, the
 * bank restarts its ids with each file, and they count for nothing. Takes stored rows with
 * other ids of the same kind out of the match: they are other purchases, even if date, amount and name agree. An id
 * that the file repeats is ignored. Ids are of one kind if they come from columns of the same name; those of a bank's
 * feed are, too, once the file has one of them. Call it before matchRows.
 */
export async function matchBankIds(tx: Tx, scope: CsvScope): Promise<void> {
  await createTemporaryTables(tx, {
    match_wanted_ids: `
      ref uuid not null,
      account_id uuid not null,
      bank_id text not null,
      -- What the file says, whatever a person corrected.
      date date not null,
      amount numeric not null,
      name text,
      pending boolean not null`,
    match_stored_ids: `
      id uuid not null,
      account_id uuid not null,
      bank_id text not null,
      -- Where the id comes from: the feed, or a column.
      origin text not null`,
    match_known_ids: `
      ref uuid not null,
      id uuid not null,
      stored_date date not null,
      certainty text not null,
      -- Whether more than the id is the same; null if that may be another month's.
      agrees boolean`,
  });
  await tx.unsafe('truncate match_wanted_ids, match_stored_ids, match_known_ids');
  if (!(await fillWantedIds(tx, scope))) return;
  await fillStoredIds(tx, scope);
  await tx.unsafe('analyze match_wanted_ids, match_stored_ids');
  await fillKnownIds(tx, scope);
  const areReused = await hasRows(tx`
    select 1
    from (
      select bool_or(agrees) as agrees
      from match_known_ids
      group by ref
    ) known
    having count(*) filter (where not agrees) >= greatest(1, count(*) filter (where agrees))`);
  if (!areReused) await takeKnownIds(tx);
  if (areReused || (await areRegenerated(tx, scope))) await tx`delete from match_stored_ids`;
  else await keepApart(tx, scope);
}

async function takeKnownIds(tx: Tx): Promise<void> {
  const paired = tx`
    select distinct on (ref) ref, id, stored_date
    from match_known_ids
    where agrees is not false
      and (certainty = 'exact' or not exists (select 1 from match_known_ids where not agrees))
    order by ref, certainty, id`;
  await takePairs(tx, 'exact', paired);
  await tx`
    update match_pairs p
    set certainty = 'likely'
    from match_known_ids k
    where k.ref = p.ref
      and k.id = p.id
      and k.certainty = 'likely'`;
}

async function fillWantedIds(tx: Tx, scope: CsvScope): Promise<boolean> {
  const result = await tx`
    insert into match_wanted_ids (ref, account_id, bank_id, date, amount, name, pending)
    select min(r.record_id::text)::uuid, r.account_id, r.more ->> 'external_id', min(said.date), min(said.amount),
      nullif(min(said.name), compared_name(${NAMELESS})), bool_or(r.pending)
    from import_rows r
    ${said(tx)}
    where ${isJudged(tx, scope)}
      and r.account_id is not null
      and r.more ->> 'external_id' is not null
    group by r.account_id, r.more ->> 'external_id'
    having count(*) = 1`;
  return result.count > 0;
}

/**
 * Stores the bank ids of stored rows that have an id of the file, or the same amount near its days. Each is an index
 * lookup, so that the cost depends on the size of the file, not of the account.
 */
async function fillStoredIds(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId, importId } = scope;
  const found = tx`t.id, t.account_id, t.source, t.external_id, t.import_external_id, t.import_id`;
  const withId = (isOne: Fragment) => tx`
    select ${found}
    from match_wanted_ids w
    ${liveOfAccount(tx, householdId, isOne)}`;
  await tx`
    insert into match_stored_ids (id, account_id, bank_id, origin)
    with near as materialized (
      select ${found}
      from ${sameMoneyAround(tx, scope, WAY_DAYS_MAX)}
      union
      ${withId(tx`t.source = 'provider' and t.external_id = w.bank_id`)}
      union
      ${withId(tx`t.import_external_id = w.bank_id`)}
      union
      select ${found}
      from match_wanted_ids w
      ${claimedById(tx, householdId)}
      cross join lateral (
        select *
        from transactions t
        where t.household_id = ${householdId}
          and t.id = r.of_id
          and t.removed_at is null
        offset 0
      ) t
      where t.account_id = w.account_id
    )
    select t.id, t.account_id, t.external_id, 'feed'
    from near t
    where t.source = 'provider'
      and t.external_id is not null
    union
    select t.id, t.account_id, t.import_external_id, coalesce(i.settings ->> 'external_id_col_label', '')
    from near t
    left join imports i on i.household_id = ${householdId} and i.id = t.import_id
    where t.import_external_id is not null
    union
    select t.id, t.account_id, r.more ->> 'external_id', coalesce(i.settings ->> 'external_id_col_label', '')
    from near t
    cross join lateral (
      select *
      from import_rows r
      where r.household_id = ${householdId}
        and r.of_id = t.id
      offset 0
    ) r
    join imports i on i.household_id = r.household_id and i.id = r.import_id
    where r.more ->> 'external_id' is not null
      and i.id <> ${importId}
      and ${isInLedger(tx)}`;
}

/**
 * Lists the stored rows with an id of the file: `likely` the same if none of their sources says the amount. They disagree if nothing else
 * is the same, unless one is pending: its booking may change all of it. What is paid each month says neither.
 */
async function fillKnownIds(tx: Tx, { householdId, importId }: CsvScope): Promise<void> {
  await tx`
    insert into match_known_ids (ref, id, stored_date, certainty, agrees)
    select w.ref, t.id, w.date,
      case when w.pending or t.pending or bool_or(same_amount) then 'exact' else 'likely' end,
      case
        when w.pending or t.pending or bool_or(w.date = known.date or (is_near and (same_amount or same_name))) then true
        when not coalesce(bool_or(same_amount and same_name), false) then false
      end
    from match_wanted_ids w
    join (select distinct id, account_id, bank_id from match_stored_ids) s using (account_id, bank_id)
    cross join lateral (
      select *
      from transactions t
      where t.${ofHousehold(tx, householdId)}
        and t.id = s.id
      offset 0
    ) t
    cross join lateral (
      select date, abs(date - w.date) < ${MONTH_DAYS}::integer as is_near, amount = w.amount as same_amount,
        starts_with(w.name, name) or starts_with(name, w.name) as same_name
      from (
        select t.date, t.amount, compared_name(t.name) as name
        union all
        select t.import_date, t.amount, compared_name(t.import_name)
        union all
        select said.date, said.amount, said.name
        from import_rows r
        ${said(tx)}
        join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
        where r.household_id = ${householdId}
          and r.import_id <> ${importId}
          and (r.of_id = t.id or (r.record_id = t.id and r.as_read is not null))
        offset 0
      ) each
    ) known
    group by w.ref, w.date, w.pending, t.id, t.pending`;
}

/**
 * Whether the bank generates new ids for each export: none is known, although the file shares bookings with earlier
 * exports, or files of any one format have given a stored row several ids. Bookings shared on one day, or two around
 * midnight, may be different purchases at the end of one export and the start of the next.
 */
async function areRegenerated(tx: Tx, scope: CsvScope): Promise<boolean> {
  const [found] = await tx<{ isSo: boolean }[]>`
    select not exists (select 1 from match_pairs) and (
        count(distinct (w.amount, w.date, w.name)) >= ${SHARED_MIN}
        or max(w.date) - min(w.date) > 1
        or exists (
          select 1
          from match_stored_ids
          group by id, origin
          having count(distinct bank_id) > 1
        )
      ) as is_so
    from imports own
    join match_stored_ids o on o.origin = own.settings ->> 'external_id_col_label'
    join match_stored s on s.id = o.id and s.origin = 'export'
    join match_wanted w
      on w.account_id = s.account_id
      and w.amount = s.amount
      and w.date = s.date
      and w.name = s.name
      and ${currenciesAgree(tx, unsaidRows(tx, scope))}
    join match_wanted_ids i on i.ref = w.ref
    where own.household_id = ${scope.householdId}
      and own.id = ${scope.importId}`;
  return found?.isSo ?? false;
}

/**
 * Keeps only comparable ids in match_stored_ids, and takes their rows out of match_stored. If the file has a row of the
 * same amount without an id, it may be any of them, so they stay. A row that the file has under another id becomes
 * reissued: banks do that to a booking at the end of an export.
 */
async function keepApart(tx: Tx, scope: CsvScope): Promise<void> {
  const unsaid = unsaidRows(tx, scope);
  await tx`
    delete from match_stored_ids o
    using imports own
    where own.household_id = ${scope.householdId}
      and own.id = ${scope.importId}
      and o.origin is distinct from own.settings ->> 'external_id_col_label'
      and not (o.origin = 'feed' and exists (
        select 1
        from match_stored_ids known
        join match_wanted_ids w on w.account_id = known.account_id and w.bank_id = known.bank_id
        where known.account_id = o.account_id
          and known.origin = 'feed'
      ))`;
  const isApart = tx`
    s.id in (select id from match_stored_ids)
      and not exists (
        select 1
        from (
          select distinct account_id, amount, currency, ${unsaid.wanted} as unsaid
          from match_wanted w
          where ref not in (select ref from match_wanted_ids)
        ) w
        where w.account_id = s.account_id
          and w.amount = s.amount
          and ${currenciesAgree(tx, { ...unsaid, wanted: tx`w.unsaid` })}
      )`;
  await tx`
    update match_stored s
    set origin = 'reissued'
    from match_wanted w
    where s.origin = 'export'
      and w.account_id = s.account_id
      and w.amount = s.amount
      and w.date = s.date
      and w.name = s.name
      and w.currency = s.currency
      and ${isApart}`;
  await tx`
    delete from match_stored s
    where s.origin <> 'reissued'
      and ${isApart}`;
}
