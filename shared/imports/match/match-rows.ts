import type { Fragment, Tx } from '../../postgres/connect.ts';
import { takePairs } from './match-tables.ts';
import type { Unsaid } from './match-tables.ts';
import { hasBanks, matchViews } from './match-views.ts';
import { DAYS_APART_MAX } from './view-evidence.ts';
import { hasRows } from '../../postgres/rows.ts';

/**
 * Matches rows of two sources that are the same purchase, one to one: each row is in one pair at most, so that true twins stay two.
 * Makes set-based passes over two temporary tables of any size, the surest first.
 */

type Origin = 'export' | 'import' | 'bank' | 'person';

/** Twins of one day match in order; rows with similar names match at most this many places apart. */
const PLACES_APART_MAX = 10;

/** Pairs the rows of the tables; what remains in match_wanted has no possible counterpart. */
export async function matchRows(tx: Tx, householdId: string, unsaid?: Unsaid): Promise<void> {
  await tx.unsafe('analyze match_wanted, match_stored, match_views');
  // A row that exports list under two days blocks another for one pass, so repeat.
  while (await matchSame(tx, 'export'));
  if (unsaid !== undefined) await matchAnyCurrency(tx, unsaid, 'export');
  if (await hasBanks(tx)) await matchViews(tx, householdId, unsaid);
  else {
    await matchSame(tx, 'import');
    if (unsaid !== undefined) await matchAnyCurrency(tx, unsaid, 'import');
  }
  await matchSame(tx, 'person');
  if (!(await keepSameMoney(tx))) return;
  for (const days of daysOutward()) await matchAlike(tx, days);
}

/** 0, -1, 1, -2, 2 …: the nearest days first. */
function daysOutward(): number[] {
  const days = [0];
  for (let apart = 1; apart <= DAYS_APART_MAX; apart += 1) days.push(-apart, apart);
  return days;
}

/** The rows of a table; `twin` numbers those that are equal in the columns `alike`. */
const numbered = (tx: Tx, alike: Fragment, id: 'ref' | 'id', rows: Fragment) => tx`(
  select *, row_number() over (partition by ${alike} order by place, ${tx(id)}) as twin
  from ${rows}
)`;

/**
 * The rows `w` of match_wanted joined to the rows `s` of match_stored (filtered by `stored`) with the same money and a day that
 * differs by `days`. `twin` numbers the rows of a table that are equal in money, day and the columns `more`.
 */
function sameMoney(tx: Tx, days: number, stored: Fragment, more = tx``): Fragment {
  const alike = tx`account_id, amount, currency, date${more}`;
  return tx`
    ${numbered(tx, alike, 'ref', tx`match_wanted`)} w
    join ${numbered(tx, alike, 'id', tx`match_stored ${stored}`)} s
      on s.account_id = w.account_id
      and s.amount = w.amount
      and s.currency = w.currency
      and s.date = w.date + ${days}::integer`;
}

/** Pairs rows of the same money, day and name; twins in the order of their places. Returns whether there were any. */
async function matchSame(tx: Tx, origin: Origin): Promise<boolean> {
  const paired = tx`
    select w.ref, s.id, s.date as stored_date
    from ${sameMoney(tx, 0, tx`where origin = ${origin}`, tx`, name`)}
      and s.name = w.name
      and s.twin = w.twin`;
  return takePairs(tx, 'exact', paired);
}

/** Pairs file rows that differ only in a currency that one of them was given by default: that is no evidence against. */
async function matchAnyCurrency(tx: Tx, unsaid: Unsaid, origin: Origin): Promise<void> {
  await matchWithin(tx, tx`true`, tx`s.origin = ${origin} and ${unsaid.stored}`);
  await matchWithin(tx, unsaid.wanted, tx`s.origin = ${origin}`);
}

async function matchWithin(tx: Tx, wanted: Fragment, stored: Fragment): Promise<void> {
  const alike = tx`account_id, amount, date, name`;
  const paired = tx`
    select w.ref, s.id, date as stored_date
    from ${numbered(tx, alike, 'ref', tx`match_wanted w where ${wanted}`)} w
    join ${numbered(tx, alike, 'id', tx`match_stored s where ${stored}`)} s using (${alike}, twin)`;
  await takePairs(tx, 'exact', paired);
}

/** Drops rows without a counterpart of the same money. False when nothing is left to pair. */
async function keepSameMoney(tx: Tx) {
  await tx`delete from match_stored where origin <> 'person'`;
  await tx`
    delete from match_stored s
    where not exists (
      select 1
      from match_wanted w
      where w.account_id = s.account_id
        and w.amount = s.amount
        and w.currency = s.currency
        and w.date between s.date - ${DAYS_APART_MAX}::integer and s.date + ${DAYS_APART_MAX}::integer
    )`;
  await tx`
    delete from match_wanted w
    where not exists (
      select 1
      from match_stored s
      where s.account_id = w.account_id
        and s.amount = w.amount
        and s.currency = w.currency
    )`;
  return hasRows(tx`select 1 from match_stored limit 1`);
}

const words = (tx: Tx, name: Fragment) => tx`
  array(
    select word
    from regexp_split_to_table(${name}, '[^[:alpha:]]+') word
    where length(word) > 2
  )`;

/** Pairs rows with those that a person entered: same money, a day that differs by `days`, and a name that shares a word. */
async function matchAlike(tx: Tx, days: number): Promise<void> {
  const paired = tx`
    select distinct on (id) ref, id, stored_date
    from (
      select distinct on (w.ref) w.ref, s.id, s.date as stored_date, abs(w.twin - s.twin) as apart
      from ${sameMoney(tx, days, tx`where origin = 'person'`)}
        and abs(w.twin - s.twin) <= ${PLACES_APART_MAX}::integer
        and (s.name = w.name or ${words(tx, tx`s.name`)} && ${words(tx, tx`w.name`)})
      order by w.ref, abs(w.twin - s.twin), s.id
    ) best
    order by id, apart, ref`;
  await takePairs(tx, 'likely', paired);
}
