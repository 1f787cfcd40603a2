import type { Fragment, Tx } from '../../postgres/connect.ts';
import { joinWhole } from '../../postgres/plans.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { alignViews } from './align-views.ts';
import type { ListedMoney, Spans } from './align-views.ts';
import { takePairs } from './match-tables.ts';
import type { Unsaid } from './match-tables.ts';
import type { View } from './view-evidence.ts';
import { hasRows } from '../../postgres/rows.ts';

/** Days are numbered from here. */
const DAY_ZERO = '2000-01-01';
/** More would add nothing. */
const KNOWN_MAX = 1000;

/** Whether one of the sources is a bank's own list: a statement or its feed. */
export function hasBanks(tx: Tx) {
  return hasRows(tx`
    select 1
    from match_views
    where is_bank
    limit 1`);
}

/** Pairs rows by everything that is known about them, even if days and names differ. */
export async function matchViews(tx: Tx, householdId: string, unsaid?: Unsaid): Promise<void> {
  const groups = await listGroups(tx, unsaid);
  const aligned = alignViews(groups, await listKnown(tx), await listSpans(tx, householdId));
  const pairs = aligned.map(({ wanted, stored, by, exact }) => ({
    ref: wanted.id,
    id: stored.id,
    day: by.day,
    exact,
  }));
  for (const certainty of ['exact', 'likely'] as const) {
    const sure = pairs.filter(({ exact }) => exact === (certainty === 'exact'));
    if (sure.length === 0) continue;
    const table = valueTable(tx, 'pair', sure, { ref: 'uuid', id: 'uuid', day: 'integer' });
    await takePairs(
      tx,
      certainty,
      tx`select ref, id, ${DAY_ZERO}::date + day as stored_date from ${table}`,
    );
  }
}

/** The views of each booking that several sources have. */
async function listKnown(tx: Tx): Promise<View[][]> {
  const known = await tx<{ views: View[] }[]>`
    select jsonb_agg(${viewOf(tx)} order by make, date, name) as views
    from match_views
    where not was_pending
    group by id
    having count(distinct make) > 1
    order by id desc
    limit ${KNOWN_MAX}`;
  return known.map(({ views }) => views);
}

const viewOf = (tx: Tx) =>
  tx`jsonb_build_object('make', make, 'isBank', is_bank, 'day', date - ${DAY_ZERO}::date, 'name', name)`;

/**
 * The days that the files and the bank's feed cover. A file covers at least the days of its first and last line, even if no booking
 * of these prices is on them.
 */
async function listSpans(tx: Tx, householdId: string): Promise<Spans> {
  const dayAtEnd = (order: Fragment) => tx`(
    select date
    from import_rows
    where household_id = ${householdId}
      and import_id = each.import_id
    order by line ${order}
    limit 1
  )`;
  const [spans] = await tx<[Spans]>`
    select coalesce(jsonb_agg(span) filter (where is_wanted), '[]') as wanted,
      coalesce(jsonb_agg(span) filter (where not is_wanted), '[]') as stored
    from (
      select is_wanted,
        jsonb_build_object(
          'make', make,
          'first', least(first, one, other) - ${DAY_ZERO}::date,
          'last', greatest(last, one, other) - ${DAY_ZERO}::date
        ) as span
      from (
        select make, import_id, is_wanted, min(date) as first, max(date) as last
        from match_views
        where make <> 'manual'
        group by make, import_id, is_wanted
      ) each
      cross join lateral (select ${dayAtEnd(tx`asc`)} as one, ${dayAtEnd(tx`desc`)} as other) ends
    ) spanned`;
  return spans;
}

async function listGroups(tx: Tx, unsaid?: Unsaid): Promise<ListedMoney[]> {
  const listed = tx`jsonb_agg(jsonb_build_object('id', id, 'currency', currency, 'pending', pending, 'views', views, 'reissued', reissued) order by place, id)`;
  return joinWhole(
    tx,
    () => tx<ListedMoney[]>`
    with viewed as materialized (
      select id, bool_or(pending) as pending,
        coalesce(jsonb_agg(distinct ${viewOf(tx)}) filter (where not was_pending), jsonb_agg(distinct ${viewOf(tx)})) as views
      from match_views
      group by id
    ),
    wanted as (
      select account_id, amount, ${listed} as rows
      from (
        select w.ref as id, w.place, w.account_id, w.amount, v.views, v.pending, false as reissued,
          ${unsaid ? tx`case when not (${unsaid.wanted}) then w.currency end` : tx`w.currency`} as currency
        from match_wanted w
        join viewed v on v.id = w.ref
      ) row
      group by account_id, amount
    ),
    stored as (
      select account_id, amount, ${listed} as rows
      from (
        select distinct on (s.id) s.id, s.place, s.account_id, s.amount, v.views, v.pending, s.origin = 'reissued' as reissued,
          ${unsaid ? tx`case when not (${unsaid.stored}) then s.currency end` : tx`s.currency`} as currency
        from match_stored s
        join viewed v on v.id = s.id
        order by s.id, s.origin = 'reissued' desc, s.origin <> 'bank' desc
      ) row
      group by account_id, amount
    )
    select wanted.rows as wanted, stored.rows as stored
    from wanted
    join stored using (account_id, amount)`,
  );
}
