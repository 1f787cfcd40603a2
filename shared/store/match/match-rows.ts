import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../db/connect.ts';

/**
 * Matches the rows of two sources that are the same purchase, one to one: a row is in one pair at most, so that
 * true twins stay two. Makes set-based passes over two temporary tables, the surest first, whatever their size.
 */

/** The most days by which a bank and a file may differ in dating a purchase. */
export const DAYS_APART_MAX = 3;

/** Twins of one day match in order; rows with similar names are compared up to this many places apart. */
const PLACES_APART_MAX = 10;

/** Creates the tables of this connection, once; they are empty at the start of each transaction. */
export async function createMatchTables(tx: Tx): Promise<void> {
  await tx.unsafe(`
    create temporary table if not exists match_wanted (
      ref uuid not null,
      place bigint not null,
      account_id uuid not null,
      date date not null,
      amount numeric not null,
      currency text not null,
      name text not null
    ) on commit delete rows;
    create temporary table if not exists match_stored (
      id uuid not null,
      place bigint not null,
      account_id uuid not null,
      date date not null,
      amount numeric not null,
      currency text not null,
      name text not null,
      -- Who brought the row: a bank, a person, or an import.
      origin text not null
    ) on commit delete rows;
    create temporary table if not exists match_pairs (
      ref uuid not null,
      id uuid not null,
      certainty text not null
    ) on commit delete rows`);
}

/** A name as it is compared: without surrounding blanks and letter case. */
export function comparedName(tx: Tx, name: PendingQuery<Row[]>): PendingQuery<Row[]> {
  return tx`lower(btrim(${name}))`;
}

/** Empties the tables for another match in the same transaction. */
export async function clearMatchTables(tx: Tx): Promise<void> {
  await tx.unsafe('truncate match_wanted, match_stored, match_pairs');
}

/** Pairs the rows of the tables; what stays in match_wanted has no possible counterpart. */
export async function matchRows(tx: Tx): Promise<void> {
  await tx.unsafe('analyze match_wanted, match_stored');
  await matchNamed(tx, 0, 'exact');
  if (!(await keepSameMoney(tx))) return;
  for (const days of daysOutward(1)) await matchNamed(tx, days, 'likely');
  for (const days of daysOutward(0)) await matchBank(tx, days);
  for (const days of daysOutward(0)) await matchAlike(tx, days);
}

/** 0, -1, 1, -2, 2 …: the nearest days first. */
function daysOutward(from: number): number[] {
  const days = from === 0 ? [0] : [];
  for (let apart = 1; apart <= DAYS_APART_MAX; apart += 1) days.push(-apart, apart);
  return days;
}

/** Takes pairs out of both tables. `paired` has the columns ref and id. */
async function takePairs(
  tx: Tx,
  certainty: 'exact' | 'likely',
  paired: PendingQuery<Row[]>,
): Promise<void> {
  await tx`
    with paired as materialized (${paired}),
    kept as (
      insert into match_pairs (ref, id, certainty)
      select ref, id, ${certainty}
      from paired
    ),
    found as (
      delete from match_wanted
      where ref in (select ref from paired)
    )
    delete from match_stored
    where id in (select id from paired)`;
}

/**
 * The rows `w` of match_wanted and `s` of those of match_stored that `stored` leaves, of the same money and a day that
 * differs by `days`. `twin` is the place of a row among those of its table that are alike in money, day and the columns
 * `more`.
 */
function sameMoney(
  tx: Tx,
  days: number,
  stored: PendingQuery<Row[]>,
  more = tx``,
): PendingQuery<Row[]> {
  const alike = tx`account_id, amount, currency, date${more}`;
  return tx`
    (
      select *, row_number() over (partition by ${alike} order by place, ref) as twin
      from match_wanted
    ) w
    join (
      select *, row_number() over (partition by ${alike} order by place, id) as twin
      from match_stored
      ${stored}
    ) s
      on s.account_id = w.account_id
      and s.amount = w.amount
      and s.currency = w.currency
      and s.date = w.date + ${days}::integer`;
}

/** Pairs rows of the same money and name whose days differ by `days`; twins of a day in the order of their places. */
async function matchNamed(tx: Tx, days: number, certainty: 'exact' | 'likely'): Promise<void> {
  // On other days only rows from a bank match: two files that date a purchase differently hold two purchases.
  const stored = days === 0 ? tx`` : tx`where origin = 'bank'`;
  await takePairs(
    tx,
    certainty,
    tx`
    select w.ref, s.id
    from ${sameMoney(tx, days, stored, tx`, name`)}
      and s.name = w.name
      and s.twin = w.twin`,
  );
}

/** Drops rows without a counterpart of the same money. False when nothing is left to pair. */
async function keepSameMoney(tx: Tx): Promise<boolean> {
  await tx`
    delete from match_stored s
    where not exists (
      select 1
      from match_wanted w
      where w.account_id = s.account_id
        and w.amount = s.amount
        and w.currency = s.currency
        and w.date between s.date - ${DAYS_APART_MAX}::integer and s.date + ${DAYS_APART_MAX}::integer
    )
    or s.origin = 'import'`;
  await tx`
    delete from match_wanted w
    where not exists (
      select 1
      from match_stored s
      where s.account_id = w.account_id
        and s.amount = w.amount
        and s.currency = w.currency
    )`;
  const left = await tx`select 1 from match_stored limit 1`;
  return left.length > 0;
}

/** Pairs by money and a day that differs by `days`, whatever the name: a bank's feed and file word it differently. */
async function matchBank(tx: Tx, days: number): Promise<void> {
  await takePairs(
    tx,
    'likely',
    tx`
    select w.ref, s.id
    from ${sameMoney(tx, days, tx`where origin = 'bank'`)}
      and s.twin = w.twin`,
  );
}

/** The words of a name that make it similar to another. */
const words = (tx: Tx, name: PendingQuery<Row[]>) => tx`
  array(
    select word
    from regexp_split_to_table(${name}, '[^[:alpha:]]+') word
    where length(word) > 2
  )`;

/** Pairs by money and a day that differs by `days` with rows that a person entered under a name sharing a word. */
async function matchAlike(tx: Tx, days: number): Promise<void> {
  await takePairs(
    tx,
    'likely',
    tx`
    select distinct on (id) ref, id
    from (
      select distinct on (w.ref) w.ref, s.id, abs(w.twin - s.twin) as apart
      from ${sameMoney(tx, days, tx`where origin = 'person'`)}
        and abs(w.twin - s.twin) <= ${PLACES_APART_MAX}::integer
        and (s.name = w.name or ${words(tx, tx`s.name`)} && ${words(tx, tx`w.name`)})
      order by w.ref, abs(w.twin - s.twin), s.id
    ) best
    order by id, apart, ref`,
  );
}
