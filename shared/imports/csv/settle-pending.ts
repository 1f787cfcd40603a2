import { NAMELESS } from '#preflight/types/common-fields';
import { addDays } from '#preflight/days';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { SETTLES_WITHIN_DAYS } from '../match/tiers/claim-posted.ts';
import { reconcile } from '../match/tiers/reconcile.ts';
import { contentMark } from '../match/content-hash.ts';
import { takePairs } from '../match/match-tables.ts';
import { joinWhole, ofHousehold } from '../../postgres/plans.ts';
import { formerPending, listCandidates } from './pending-candidates.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

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
