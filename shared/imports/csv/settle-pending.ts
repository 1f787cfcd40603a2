import { NAMELESS } from '#preflight/types/common-fields';
import { addDays } from '#preflight/days';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { SETTLES_WITHIN_DAYS } from '../match/tiers/claims.ts';
import { reconcile } from '../match/tiers/reconcile.ts';
import { contentMark } from '../match/content-hash.ts';
import { takePairs, isUnpaired } from '../match/match-tables.ts';
import { joinWhole, ofHousehold } from '../../postgres/plans.ts';
import { ofImport } from './scope.ts';
import type { CsvScope } from './scope.ts';
import { isInLedger } from '../match/live-of-money.ts';
import type { FreshRow, OpenRow, SettledRow } from '../match/tiers/match-state.ts';
import { POSTED_WITHIN_DAYS } from '../match/tiers/settle-pending.ts';
import { mergedCurrency, makeOf } from './claims.ts';

/**
 * Pairs pending rows of the file with the transactions that equal pending rows of earlier files led to, whatever has
 * become of these since. Call it before matchRows.
 */
export async function matchFormerPending(tx: Tx, scope: CsvScope): Promise<void> {
  const alike = tx`account_id, amount, currency, date, name`;
  const paired = tx`
    with wanted as materialized (
      select *, row_number() over (partition by ${alike} order by place) as twin
      from match_wanted
      where ref in (
          select r.record_id
          from import_rows r
          where ${ofImport(tx, scope)}
            and r.pending
        )
    ),
    -- One index lookup per account and day, not per row: a file may list thousands of rows of one day.
    listed as materialized (
      select w.account_id, w.date, r.*
      from (select distinct account_id, date from wanted) w
      cross join lateral (
        select coalesce(r.of_id, r.record_id) as id, r.amount, r.currency, compared_name(coalesce(r.name, ${NAMELESS})) as name
        from ${formerPending(tx, scope)}
          and r.account_id = w.account_id
          and r.date = w.date
        offset 0
      ) r
    ),
    former as (
      select known.*, row_number() over (partition by ${alike} order by id) as twin
      from (
        select distinct l.id, w.*
        from (select distinct ${alike} from wanted) w
        join listed l
          on l.account_id = w.account_id
          and l.date = w.date
          and l.amount = w.amount
          and l.name = w.name
          and coalesce(l.currency, w.currency) = w.currency
      ) known
      cross join lateral (
        select 1
        from transactions t
        where t.${ofHousehold(tx, scope.householdId)}
          and t.id = known.id
          and t.removed_at is null
        offset 0
      ) t
    )
    select w.ref, f.id, w.date as stored_date
    from wanted w
    join former f using (${alike}, twin)`;
  await joinWhole(tx, () => takePairs(tx, 'exact', paired));
}

/**
 * Judges what is still pending, in the file or in the ledger, by the tiers of a sync: which rows of the file book a pending
 * one, which pending rows of the file were booked before, and which pending transactions the file should list but does not.
 * Adds to match_pairs, match_doubts and match_stale. Call it last.
 * @param unmatched rows of the file without a counterpart: ref, place, account_id, date, amount, currency, name, pending
 */
export async function settlePending(tx: Tx, scope: CsvScope, unmatched: Fragment): Promise<void> {
  for (const account of await listCandidates(tx, scope, unmatched)) {
    const { open, fresh, settled, from, listsPending } = account;
    if (fresh.length * (open.length + settled.length) > COMPARISONS_MAX) continue;
    const to = listsPending ? account.to : addDays(account.to, -SETTLES_WITHIN_DAYS);
    const { claims, suppressed, suggestions, flagged } = reconcile({
      read: { complete: true, obscured: false, pendingAsked: true, from, to },
      fresh: fresh.map((row) => ({ ...row, hash: contentMark(row) })),
      aliased: [],
      open: open.map((row, rank) => ({ ...row, rank, hash: contentMark(row) })),
      absent: [],
      settled,
    });
    const stored = suppressed.flatMap(({ ref, by }) => ('id' in by ? [{ ref, id: by.id }] : []));
    await tx`
      insert into match_pairs
      select w.ref, w.place, w.account_id, w.date, w.amount, w.currency, w.name, pair.id, w.date, 'likely'
      from ${valueTable(tx, 'pair', [...claims, ...stored], { ref: 'uuid', id: 'uuid' })}
      join (${unmatched}) w on w.ref = pair.ref`;
    await tx`
      insert into match_doubts (ref, candidates)
      select *
      from jsonb_to_recordset(${jsonParameter(tx, suggestions)}::jsonb) as doubt (ref uuid, candidates uuid[])`;
    await tx`
      insert into match_stale (id)
      select unnest(${flagged}::uuid[])`;
  }
}

/** At most this many pairs of rows are compared, in tenths of a second. No bank has thousands of rows pending, but a file may. */
const COMPARISONS_MAX = 250_000;

/** A file has no second read to confirm that a row is gone: it is flagged the first time, and never removed. */
const MISSED_READS = 1;

/** The rows `t` of a household that are still pending and that no sync settles. */
const openPending = (tx: Tx, householdId: string) => tx`
  accounts a
  cross join lateral (
    select *
    from transactions t
    where t.${ofHousehold(tx, householdId)}
      and t.account_id = a.id
      and t.pending
      and t.removed_at is null
      and t.parent_id is null
      and t.source <> 'provider'
    -- Account by account, over the index of pending rows.
    offset 0
  ) t`;

/** Whether the household or the import has pending rows, which also match rows of other amounts and days. */
export async function hasPending(tx: Tx, { householdId, importId }: CsvScope): Promise<boolean> {
  const [found] = await tx<[{ isSo: boolean }]>`
    select exists (
        select 1
        from import_rows
        where household_id = ${householdId}
          and import_id = ${importId}
          and pending
      ) or exists (
        select 1
        from ${openPending(tx, householdId)}
        where a.${ofHousehold(tx, householdId)}
      ) as is_so`;
  return found.isSo;
}

/** The rows `r` of other imports in the ledger that their files call pending. */
const formerPending = (tx: Tx, { householdId, importId }: CsvScope) => tx`
  import_rows r
  join imports i on i.household_id = r.household_id and i.id = r.import_id and ${isInLedger(tx)}
  where r.household_id = ${householdId}
    and r.pending
    and r.import_id <> ${importId}
    and r.verdict in ('new', 'duplicate', 'update')`;

/** The rows of one account that the tiers of a sync judge. */
interface AccountRows {
  accountId: string;
  /** First and last day of the file's rows. */
  from: string;
  to: string;
  /** Whether the file lists what is still pending: it has pending rows, or earlier files of its make had. */
  listsPending: boolean;
  open: Omit<OpenRow, 'hash' | 'rank'>[];
  fresh: Omit<FreshRow, 'hash'>[];
  settled: SettledRow[];
}

/** How the file that brought `t` names it. */
const fileName = (tx: Tx) => tx`compared_name(coalesce(t.import_name, t.name))`;

/** The name that the tiers compare; empty for rows without a name, so that it equals no other. */
const label = (tx: Tx, name: Fragment) =>
  tx`coalesce(nullif(${name}, compared_name(${NAMELESS})), '')`;

/** Pending transactions that may still be booked: they have no counterpart in the file. */
const openRows = (tx: Tx, { householdId, importId }: CsvScope) => tx`
  select t.*, ${mergedCurrency(tx, householdId, tx`f.currency`)} as merged_currency, coalesce(${makeOf(tx)} = ${makeOf(tx, tx`own`)}, false) as same_make
  from file f
  join ${openPending(tx, householdId)} on a.${ofHousehold(tx, householdId)} and a.id = f.account_id
  join imports own on own.household_id = ${householdId} and own.id = ${importId}
  left join imports i on i.household_id = ${householdId} and i.id = t.import_id
  where ${isUnpaired(tx, 'id', tx`t.id`)}`;

/** Booked transactions that a pending row of the file may already have become, except those known to have been pending. */
const settledRows = (tx: Tx, scope: CsvScope) => tx`
  select distinct t.*
  from fresh w
  cross join lateral (
    select *
    from transactions t
    where t.${ofHousehold(tx, scope.householdId)}
      and t.account_id = w.account_id
      and t.amount = w.amount
      and t.currency = w.currency
      and t.date between w.date and w.date + ${POSTED_WITHIN_DAYS}::integer
      and not t.pending
      and not t.absorbed_pending
      and t.removed_at is null
      and t.parent_id is null
      and ${isUnpaired(tx, 'id', tx`t.id`)}
    offset 0
  ) t
  where w.pending
    and not exists (
      select 1
      from ${formerPending(tx, scope)}
        and r.account_id = t.account_id
        and r.date between t.date - ${POSTED_WITHIN_DAYS}::integer and t.date + 1
        and coalesce(r.of_id, r.record_id) = t.id
    )`;

/** Lists for each account the pending rows of the file and the ledger, and the rows that they may match. */
async function listCandidates(tx: Tx, scope: CsvScope, unmatched: Fragment) {
  const { householdId, importId } = scope;
  const stored = (currency: Fragment) => tx`
    'id', t.id, 'date', t.date, 'amount', trim_scale(t.amount)::text, 'currency', ${currency},
    'label', ${label(tx, fileName(tx))}`;
  return tx<AccountRows[]>`
    with file as materialized (
      select r.account_id, min(r.date) as first, max(r.date) as last, bool_or(r.pending) as lists_pending,
        case when min(r.currency) = max(r.currency) then min(r.currency) end as currency
      from import_rows r
      where ${ofImport(tx, { householdId, importId })}
        and r.verdict <> 'invalid'
        and r.account_id is not null
        and r.date is not null
      group by r.account_id
    ),
    open as materialized (${openRows(tx, scope)}),
    fresh as materialized (
      select w.*
      from (${unmatched}) w
      where w.pending
        or exists (
          select 1
          from open t
          where t.account_id = w.account_id
            and t.merged_currency = w.currency
            and (t.amount = w.amount or ${fileName(tx)} = w.name)
        )
    ),
    settled as materialized (${settledRows(tx, scope)})
    select f.account_id, f.first as from, f.last as to,
      f.lists_pending or exists (select 1 from open t where t.account_id = f.account_id and t.same_make) as lists_pending,
      coalesce((
        select jsonb_agg(jsonb_build_object(${stored(tx`t.merged_currency`)}, 'key', null, 'idless', true, 'listed', false, 'life', 'live', 'edited', true,
          'missedReads', ${MISSED_READS}::integer, 'stale', t.stale_pending) order by t.created_at, t.id)
        from open t
        where t.account_id = f.account_id
      ), '[]') as open,
      coalesce((
        select jsonb_agg(jsonb_build_object('ref', w.ref, 'key', lpad(w.place::text, 20, '0'), 'idless', true,
          'pending', w.pending, 'date', w.date, 'amount', trim_scale(w.amount)::text, 'currency', w.currency,
          'label', ${label(tx, tx`w.name`)}))
        from fresh w
        where w.account_id = f.account_id
      ), '[]') as fresh,
      coalesce((
        select jsonb_agg(jsonb_build_object(${stored(tx`t.currency`)}) order by t.date, t.created_at, t.id)
        from settled t
        where t.account_id = f.account_id
      ), '[]') as settled
    from file f
    where f.account_id in (select account_id from open union select account_id from fresh)`;
}
