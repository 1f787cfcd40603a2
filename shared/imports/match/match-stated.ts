import type { Tx } from '../../postgres/connect.ts';
import { joinWhole } from '../../postgres/plans.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { alignDays, learnApart } from './align-days.ts';
import type { ListedMoney, Span } from './align-days.ts';
import { takePairs } from './match-tables.ts';
import type { Unsaid } from './match-tables.ts';

/** What the days of rows say before any is paired. */
export interface StatedDays {
  /** The days of the file in hand, and those that files of another format are known to have around them. */
  own: Span;
  others: Span;
  /** By how many days the other format dates bookings later that both have brought before. */
  apart: number[];
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** More would tell no more. */
const KNOWN_MAX = 1000;

/** Days as numbers. */
const DAY_ZERO = '2000-01-01';

/** The days of rows that another format has brought or that a statement is matched with; null where there are none. */
export async function findStatedDays(
  tx: Tx,
  { householdId, importId }: { householdId: string; importId: string },
): Promise<StatedDays | null> {
  const span = tx`jsonb_build_object('first', min(date) - ${DAY_ZERO}::date, 'last', max(date) - ${DAY_ZERO}::date)`;
  const [found] = await tx<[Omit<StatedDays, 'others'> & { others: Nullable<Span> }]>`
    select (
        select ${span}
        from import_rows
        where household_id = ${householdId}
          and import_id = ${importId}
      ) as own, (
        select ${span}
        from match_stored
        where origin = 'statement'
      ) as others, array(
        select s.date - own.date
        from match_stored own
        join match_stored s on s.id = own.id and s.origin = 'statement'
        where own.origin = 'export'
        limit ${KNOWN_MAX}
      ) as apart`;
  const { first, last } = found.others;
  return first === null || last === null ? null : { ...found, others: { first, last } };
}

/** Pairs rows with those that statements brought, or that files brought and a statement is matched with, whatever the names. */
export async function matchStated(
  tx: Tx,
  days: StatedDays,
  daysMax: number,
  unsaid: Unsaid,
): Promise<void> {
  const groups = await listStated(tx, unsaid);
  const apart = learnApart(days.apart, groups, days.own, daysMax);
  const pairs = groups
    .flatMap((group) => alignDays(group, apart, days))
    .map(({ wanted, stored }) => ({
      ref: wanted.id,
      id: stored.id,
      day: stored.day,
      exact: wanted.day === stored.day && wanted.name === stored.name,
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

/** The candidates; what a file of the same columns has is no other of its bookings. */
async function listStated(tx: Tx, { wanted, stored }: Unsaid): Promise<ListedMoney[]> {
  const listed = tx`
    jsonb_agg(jsonb_build_object('id', id, 'day', date - ${DAY_ZERO}::date, 'name', name, 'currency', case when u.id is null then currency end)
      order by date, place, id) as rows`;
  return joinWhole(
    tx,
    () => tx<ListedMoney[]>`
    with unsaid as materialized (
      select w.ref as id from match_wanted w where ${wanted}
      union
      select s.id from match_stored s where ${stored}
    ),
    stated as (
      select account_id, amount, ${listed}
      from (
        select distinct on (s.id) s.*
        from match_stored s
        where s.origin = 'statement'
          and not exists (
            select 1
            from match_stored own
            where own.id = s.id
              and own.origin = 'export'
          )
        order by s.id, s.date, s.name
      ) s
      left join unsaid u using (id)
      group by account_id, amount
    ),
    wanted as (
      select account_id, amount, ${listed}
      from (select ref as id, place, account_id, date, amount, currency, name from match_wanted) w
      left join unsaid u using (id)
      group by account_id, amount
    )
    select wanted.rows as wanted, stated.rows as stored
    from wanted
    join stated using (account_id, amount)`,
  );
}
