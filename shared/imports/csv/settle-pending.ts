import type { PendingQuery, Row } from 'postgres';
import { addDays } from '../../../packages/preflight/days.ts';
import type { Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import { SETTLES_WITHIN_DAYS } from '../match/tiers/claim-posted.ts';
import { reconcile } from '../match/tiers/reconcile.ts';
import type { FreshRow, SettledRow } from '../match/tiers/reconcile-types.ts';
import { takePairs } from '../match/match-tables.ts';
import { ofHousehold } from '../../postgres/of-household.ts';
import { formerPending, listCandidates } from './pending-candidates.ts';
import type { AccountRows } from './pending-candidates.ts';
import type { CsvScope } from './scope.ts';
import { NAMELESS, ofImport } from './scope.ts';

/**
 * Pairs the pending rows of the file with what earlier files' equal pending rows are by now, whatever has become of those. Call
 * it before matchRows.
 */
export async function matchFormerPending(tx: Tx, scope: CsvScope): Promise<void> {
  const alike = tx`account_id, amount, currency, date, name`;
  await takePairs(
    tx,
    'exact',
    tx`
    with wanted as (
      select *, row_number() over (partition by ${alike} order by place) as twin
      from match_wanted
      where ref in (
          select r.record_id
          from import_rows r
          where ${ofImport(tx, scope)}
            and r.pending
        )
    ),
    former as (
      select known.*, row_number() over (partition by ${alike} order by id) as twin
      from (
        select distinct t.id, w.account_id, w.amount, w.currency, w.date, w.name
        from wanted w
        cross join lateral (
          select coalesce(r.of_id, r.record_id) as id
          from ${formerPending(tx, scope)}
            and r.account_id = w.account_id
            and r.date = w.date
            and r.amount = w.amount
            and coalesce(r.currency, w.currency) = w.currency
            and compared_name(coalesce(r.name, ${NAMELESS})) = w.name
          offset 0
        ) r
        join transactions t on t.${ofHousehold(tx, scope.householdId)} and t.id = r.id and t.removed_at is null
      ) known
    )
    select w.ref, f.id, w.date as stored_date
    from wanted w
    join former f using (${alike}, twin)`,
  );
}

/**
 * Judges what is still pending, in the file or in the ledger, by the tiers of a sync: which rows of the file book a pending one,
 * which pending ones of the file were booked before, and which of the ledger the file should hold and does not. Adds to
 * match_pairs, match_doubts and match_stale. Call it last.
 * @param unmatched rows of the file without a counterpart: ref, place, account_id, date, amount, currency, name, pending
 */
export async function settlePending(
  tx: Tx,
  scope: CsvScope,
  unmatched: PendingQuery<Row[]>,
): Promise<void> {
  for (const account of await listCandidates(tx, scope, unmatched)) {
    if (comparisonsOf(account) > COMPARISONS_MAX) continue;
    const { from, listsPending } = account;
    const to = listsPending ? account.to : addDays(account.to, -SETTLES_WITHIN_DAYS);
    const { claims, suppressed, suggestions, flagged } = reconcile({
      read: { complete: true, obscured: false, pendingAsked: true, from, to },
      fresh: account.fresh.map((row) => ({ ...row, hash: hashOf(row) })),
      aliased: [],
      open: account.open.map((row, rank) => ({ ...row, rank, hash: hashOf(row) })),
      absent: [],
      settled: account.settled,
    });
    const stored = suppressed.flatMap(({ ref, by }) => ('id' in by ? [{ ref, id: by.id }] : []));
    await tx`
      insert into match_pairs
      select w.ref, w.place, w.account_id, w.date, w.amount, w.currency, w.name, pair.id, w.date, 'likely'
      from jsonb_to_recordset(${jsonParameter(tx, [...claims, ...stored])}::jsonb) as pair (ref uuid, id uuid)
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

/** The tiers compare each row with each: some tenths of a second. No bank has thousands of rows pending, but a file can say so. */
const COMPARISONS_MAX = 250_000;

function comparisonsOf({ open, fresh, settled }: AccountRows): number {
  return fresh.length * (open.length + settled.length);
}

function hashOf({ date, amount, currency, label }: SettledRow | Omit<FreshRow, 'hash'>): string {
  return JSON.stringify([date, amount, currency, label]);
}
