import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { BANK_ID_HEADERS } from '#preflight/statements/statement-table';
import { isInLedger, liveOfMoney } from '../match/live-of-money.ts';
import { joinWhole, ofHousehold } from '../../postgres/plans.ts';
import type { CsvScope } from './scope.ts';
import { IMPORT_SOURCE, ofImport } from './scope.ts';
import type { Unsaid } from '../match/match-tables.ts';

/** The rows to judge: those without errors whose verdict was not chosen by a person. */
export function isJudged(tx: Tx, scope: CsvScope): Fragment {
  return tx`
    ${ofImport(tx, scope)}
    and r.verdict in ('new', 'duplicate', 'update')
    and not r.verdict_made`;
}

/**
 * The live transactions `t` with the accounts and amounts of the rows to judge, from `days` before the first row of an
 * amount to `days` after its last.
 */
export const sameMoneyAround = (tx: Tx, scope: CsvScope, days: number): Fragment => tx`
    (
      select r.account_id, r.amount, min(r.date) - ${days}::integer as first, max(r.date) + ${days}::integer as last
      from import_rows r
      where ${isJudged(tx, scope)}
      group by r.account_id, r.amount
    ) w
    ${liveOfMoney(tx, scope.householdId)}`;

/** The header of the ids if the settings are those of a bank statement (CAMT, OFX, MT940), else null. */
const statementOf = (tx: Tx, settings: Fragment) => tx`(
  case
    when ${settings} ->> 'external_id_col_label' = any(${BANK_ID_HEADERS as string[]})
      then ${settings} ->> 'external_id_col_label'
  end
)`;

/**
 * Whether the import is compared with a bank's own list: a feed of its accounts, or a statement of the household. Then
 * rows of other amounts matter, because all rows show how sources date and name bookings.
 */
export async function hasBankLists(tx: Tx, { householdId, importId }: CsvScope): Promise<boolean> {
  const [found] = await tx<[{ isSo: boolean }]>`
    select exists (
      select 1
      from imports i
      where i.household_id = ${householdId}
        and (i.id = ${importId} or ${isInLedger(tx)})
        and ${isStatement(tx)}
    ) or exists (
      select 1
      from (
        select distinct account_id
        from import_rows
        where household_id = ${householdId}
          and import_id = ${importId}
      ) r
      join transactions t
        on t.${ofHousehold(tx, householdId)}
        and t.account_id = r.account_id
        and t.source = 'provider'
    ) as is_so`;
  return found.isSo;
}

/** Whether the import `i` is a bank's statement. */
export const isStatement = (tx: Tx) => tx`(${statementOf(tx, tx`i.settings`)} is not null)`;

/** The make of the import `i`: equal for imports of one format whose dates and names come from columns of the same name. */
export const makeOf = (tx: Tx, i = tx`i`) => tx`
  jsonb_build_array(${i}.type, ${statementOf(tx, tx`${i}.settings`)}, ${i}.settings -> 'date_col_label',
    ${i}.settings -> 'name_col_label')::text`;

/** Whether the row `r` books the pending transaction `t`. Only the bank's feed books what is pending in it. */
export const isBooking = (tx: Tx) => tx`(t.pending and not r.pending and t.source <> 'provider')`;

/**
 * Whether no file has stated the currency of the transaction `t`: an import without currencies created it, and no other
 * one has stated it since. Then it has the currency of its account or household.
 */
export const isUnsaid = (tx: Tx, householdId: string) => tx`(
  t.source = ${IMPORT_SOURCE}
  and exists (
    select 1
    from import_rows made
    where made.household_id = ${householdId}
      and made.record_id = t.id
      and made.currency is null
  )
  and not exists (
    select 1
    from import_rows claim
    join imports i on i.household_id = claim.household_id and i.id = claim.import_id
    where claim.household_id = ${householdId}
      and claim.of_id = t.id
      and claim.currency is not null
      and i.status = 'complete'
  )
)`;

/** The currency of the transaction `t` once another source says `said`, which replaces a currency that no file stated. */
export const mergedCurrency = (tx: Tx, householdId: string, said: Fragment) =>
  tx`case when t.currency <> ${said} and ${isUnsaid(tx, householdId)} then ${said} else t.currency end`;

/** Rows that have the currency of their account or household because their files name none. */
export const unsaidRows = (tx: Tx, scope: CsvScope): Unsaid => ({
  wanted: tx`w.ref in (select r.record_id from import_rows r where ${ofImport(tx, scope)} and r.currency is null)`,
  stored: tx`
    s.id in (
      select t.id
      from match_stored known
      join transactions t on t.household_id = ${scope.householdId} and t.id = known.id
      where known.origin not in ('bank', 'person')
        and ${isUnsaid(tx, scope.householdId)}
    )
    and s.origin not in ('bank', 'person')`,
});

/** Whether the currencies of `w` and `s` may be the same: one that no file states is equal to any. */
export const currenciesAgree = (tx: Tx, { wanted, stored }: Unsaid) =>
  tx`(w.currency = s.currency or (${wanted}) or (${stored}))`;

/** Whether the transaction `t` is not, or no longer, pending until a file has its booking: its day and name may have changed. */
const isSettled = (tx: Tx) => tx`(not t.pending or t.source = 'provider')`;

/** Whether the file whose day and name `t` holds called it pending. The few pending rows of the household are read once, by their own index. */
export const cameAsPending = (tx: Tx, householdId: string) => tx`
  coalesce((t.import_id, t.id, coalesce(t.import_date, t.date), coalesce(t.import_name, t.name)) in (
    select r.import_id, coalesce(r.of_id, r.record_id), r.date, coalesce(r.name, ${NAMELESS})
    from import_rows r
    where r.household_id = ${householdId}
      and r.pending
      -- What recognised it and was corrected is another one.
      and (r.of_id is null or r.as_read is null)
  ), false)`;

/**
 * What sources other than the import say about the transactions of `live`: files, the bank and a person. Columns: id, make,
 * is_bank, import_id, was_pending, date and name. A row that files brought or claimed has an entry for its date and name in each.
 */
export const viewsOf = (
  tx: Tx,
  { householdId, importId }: { householdId: string; importId: string | null },
  live: Fragment,
) => tx`
  select f.id, coalesce(${makeOf(tx)}, 'file') as make, coalesce(${isStatement(tx)}, false) as is_bank, f.import_id,
    f.was_pending, f.date, f.name
  from (
    select t.id, coalesce(t.import_date, t.date) as date, compared_name(coalesce(t.import_name, t.name)) as name, t.import_id,
      ${isSettled(tx)} and ${cameAsPending(tx, householdId)} as was_pending
    from ${live} t
    where t.import_name is not null
      or t.source not in ('provider', 'manual')
    union
    select t.id, r.date, compared_name(coalesce(r.name, ${NAMELESS})), r.import_id, ${isSettled(tx)} and r.pending
    from ${live} t
    cross join lateral (
      select *
      from import_rows r
      where r.household_id = t.household_id
        and r.of_id = t.id
        and r.import_id is distinct from ${importId}
      offset 0
    ) r
    join imports i on i.household_id = r.household_id and i.id = r.import_id
    where ${isInLedger(tx)}
  ) f
  left join imports i on i.household_id = ${householdId} and i.id = f.import_id
  union all
  select id, source, source = 'provider', null, false, date, compared_name(name)
  from ${live} t
  where source in ('provider', 'manual')`;

/** Stores in match_views what sources say about the transactions of `live`; `isWanted` is a condition on `v.make`. */
export async function noteViews(
  tx: Tx,
  scope: { householdId: string; importId: string | null },
  live: Fragment,
  isWanted: Fragment,
): Promise<void> {
  await tx`
    insert into match_views (id, make, is_bank, import_id, is_wanted, pending, was_pending, date, name)
    with live as materialized (${live})
    select v.id, v.make, v.is_bank, v.import_id, ${isWanted}, t.pending, v.was_pending, v.date, v.name
    from (${viewsOf(tx, scope, tx`live`)}) v
    join live t on t.id = v.id`;
}

/** This many rows are enough to show how sources date and name bookings. */
const RECENT_MAX = 300;

/** The newest transactions that several sources have, in the accounts of the rows to match, except those in match_views already. */
export const recentlyClaimed = (tx: Tx, householdId: string) => tx`
  select t.*
  from (
    select distinct of_id
    from import_rows
    where household_id = ${householdId}
      and of_id is not null
    order by of_id desc
    limit ${RECENT_MAX}
  ) r
  cross join lateral (
    select *
    from transactions t
    where t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
    offset 0
  ) t
  where t.removed_at is null
    and t.account_id in (select account_id from match_stored)
    and t.id not in (select id from match_views)`;

/** The records, as `r (of_id)`, for which files state the bank's id `w.bank_id`: an index lookup for each `w`. */
export const claimedById = (tx: Tx, householdId: string) => tx`
  cross join lateral (
    select r.of_id
    from import_rows r
    where r.household_id = ${householdId}
      and r.of_id is not null
      and r.more ->> 'external_id' = w.bank_id
    offset 0
  ) r`;

/** Writes verdicts where they differ. `judged` has line, verdict, of_id and certainty. */
export async function updateVerdicts(tx: Tx, scope: CsvScope, judged: Fragment): Promise<void> {
  await joinWhole(
    tx,
    async () => tx`
    update import_rows r
    set verdict = judged.verdict, of_id = judged.of_id, certainty = judged.certainty
    from (${judged}) judged
    where ${ofImport(tx, scope)}
      and r.line = judged.line
      and (r.verdict, r.of_id, r.certainty) is distinct from (judged.verdict, judged.of_id, judged.certainty)`,
  );
}
