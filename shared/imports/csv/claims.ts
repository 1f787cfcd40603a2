import { NAMELESS } from '#preflight/types/common-fields';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { BANK_ID_HEADERS } from '#preflight/statements/statement-table';
import { isInLedger } from '../match/live-of-money.ts';
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

/** The header of its ids when the import is a bank's statement (CAMT, OFX, MT940), else null. */
const statementOf = (tx: Tx, settings: Fragment) => tx`(
  case
    when ${settings} ->> 'external_id_col_label' = any(${BANK_ID_HEADERS as string[]})
      then ${settings} ->> 'external_id_col_label'
  end
)`;

/**
 * Whether a bank's own list is compared: a feed of the accounts, or a statement of the household. How sources date and name
 * bookings is learned from all rows, so that rows of other amounts count.
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

/** The same for imports, as `i`, of one format that read days and names from columns of the same names. */
export const makeOf = (tx: Tx, i = tx`i`) => tx`
  jsonb_build_array(${i}.type, ${statementOf(tx, tx`${i}.settings`)}, ${i}.settings -> 'date_col_label',
    ${i}.settings -> 'name_col_label')::text`;

/** Whether the row `r` says that the pending transaction `t` is booked. What a bank's feed has pending only the feed books. */
export const isBooking = (tx: Tx) => tx`(t.pending and not r.pending and t.source <> 'provider')`;

/**
 * Whether the transaction `t` was written by a file that names no currency and no other file has said it since: what it has is
 * that of its account or household.
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

/** The currency of the transaction `t` once another source says `said`: a guess gives way to it. */
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

/** Whether the currencies of `w` and `s` are one: a currency that a file does not name is no difference. */
export const currenciesAgree = (tx: Tx, { wanted, stored }: Unsaid) =>
  tx`(w.currency = s.currency or (${wanted}) or (${stored}))`;

/**
 * What files but the import, the bank and a person say of the transactions of `live`: id, make, is_bank, import_id, date and
 * name. A row that files brought or claimed is known by the day and name in each.
 */
export const viewsOf = (
  tx: Tx,
  { householdId, importId }: { householdId: string; importId: string | null },
  live: Fragment,
) => tx`
  select f.id, coalesce(${makeOf(tx)}, 'file') as make, coalesce(${isStatement(tx)}, false) as is_bank, f.import_id, f.date, f.name
  from (
    select t.id, coalesce(t.import_date, t.date) as date, compared_name(coalesce(t.import_name, t.name)) as name, t.import_id
    from ${live} t
    where t.import_name is not null
      or t.source not in ('provider', 'manual')
    union
    select t.id, r.date, compared_name(coalesce(r.name, ${NAMELESS})), r.import_id
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
  select id, source, source = 'provider', null, date, compared_name(name)
  from ${live} t
  where source in ('provider', 'manual')`;

/** Notes in match_views what is said of the transactions of `live`; `isWanted` looks at `v.make`. */
export async function noteViews(
  tx: Tx,
  scope: { householdId: string; importId: string | null },
  live: Fragment,
  isWanted: Fragment,
): Promise<void> {
  await tx`
    insert into match_views (id, make, is_bank, import_id, is_wanted, pending, date, name)
    with live as materialized (${live})
    select v.id, v.make, v.is_bank, v.import_id, ${isWanted}, t.pending, v.date, v.name
    from (${viewsOf(tx, scope, tx`live`)}) v
    join live t on t.id = v.id`;
}

/** So many rows show how sources date and name bookings. */
const RECENT_MAX = 300;

/** The newest rows that files have in common with others, of the accounts of rows to match, but for those noted already. */
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

/** The records, as `r (of_id)`, of which files say that the bank calls them `w.bank_id`: found over an index, for each `w`. */
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
