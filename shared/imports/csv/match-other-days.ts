import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { groupBy } from '../../platform/group-by.ts';
import { isInLedger } from '../match/live-of-money.ts';
import { takePairs } from '../match/match-tables.ts';
import { DAYS_APART_MAX } from '../match/view-evidence.ts';
import { said } from './match-corrected.ts';
import { LACKING_SHARE, LISTED_MIN } from './match-renamed.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** The newest files that may be the same one under other days. */
const FILES_MAX = 20;

/** A row as its file states it. */
interface Stated {
  /** Of the row; of an earlier file, the transaction that it led to. */
  id: string;
  /** Since a fixed day. */
  day: number;
  /** Account, amount and name. */
  key: string;
  account: string;
}

/**
 * Pairs rows with the transactions of an earlier file that this one lists again with its days read from another column: the day of a
 * purchase once, and that of its booking then. Only a file that lists almost all of an earlier one is such a file. Call it before
 * matchRows, which would pair neighbours of one price and name.
 */
export async function matchOtherDays(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId, importId } = scope;
  const earlier = await tx<{ id: string }[]>`
    select i.id
    from imports own
    join imports i on i.household_id = own.household_id
      and i.id <> own.id
      and i.type = own.type
      and i.settings ->> 'name_col_label' is not distinct from own.settings ->> 'name_col_label'
      and i.settings ->> 'date_col_label' <> own.settings ->> 'date_col_label'
      and ${isInLedger(tx)}
    where own.household_id = ${householdId}
      and own.id = ${importId}
      -- Files that have rows of the same accounts and amounts around the same days.
      and i.id in (select import_id from match_views where not is_wanted)
    order by i.published_at desc
    limit ${FILES_MAX}`;
  if (earlier.length === 0) return;
  const id = tx`r.record_id`;
  const rows = await listStated(tx, id, tx`${ofImport(tx, { householdId, importId })}`);
  for (const file of earlier) {
    const isItsRow = tx`r.household_id = ${householdId} and r.import_id = ${file.id}`;
    const pairs = pairDays(rows, await listStated(tx, tx`coalesce(r.of_id, ${id})`, isItsRow));
    for (const certainty of ['exact', 'likely'] as const) {
      const sure = pairs.filter(({ isSameDay }) => isSameDay === (certainty === 'exact'));
      if (sure.length === 0) continue;
      const table = valueTable(tx, 'pair', sure, { ref: 'uuid', of: 'uuid', day: 'integer' });
      await takePairs(
        tx,
        certainty,
        tx`
          select pair.ref, pair.of as id, date '2000-01-01' + pair.day as stored_date
          from ${table}
          join match_wanted w on w.ref = pair.ref
          join match_stored s on s.id = pair.of`,
      );
    }
  }
}

const listStated = (tx: Tx, id: Fragment, isOne: Fragment) => tx<Stated[]>`
  select ${id} as id, said.date - date '2000-01-01' as day, r.account_id as account,
    concat_ws(' ', r.account_id, trim_scale(said.amount), said.name) as key
  from import_rows r
  ${said(tx)}
  where ${isOne}
    and r.account_id is not null
    and said.date is not null
    and said.amount is not null
  order by said.date, r.line`;

interface DayPair {
  ref: string;
  of: string;
  day: number;
  isSameDay: boolean;
}

/** Pairs each row of an earlier file with the nearest of the same key, in the order of days; none if the file lacks too many. */
function pairDays(rows: readonly Stated[], earlier: readonly Stated[]): DayPair[] {
  const days = new Map(
    [...groupBy(rows, ({ account }) => account)].map(([account, own]) => {
      return [account, { first: own[0]?.day ?? 0, last: own.at(-1)?.day ?? 0 }] as const;
    }),
  );
  // At the edges, the booking of a purchase may be in another file.
  const isSure = ({ account, day }: Stated): boolean => {
    const covered = days.get(account);
    return (
      covered !== undefined &&
      day >= covered.first + DAYS_APART_MAX &&
      day <= covered.last - DAYS_APART_MAX
    );
  };
  const wanted = groupBy(rows, ({ key }) => key);
  const pairs: DayPair[] = [];
  let sure = 0;
  let lacking = 0;
  for (const [key, stored] of groupBy(earlier, (row) => row.key)) {
    const free = [...(wanted.get(key) ?? [])];
    for (const row of stored) {
      while (free[0] !== undefined && free[0].day < row.day - DAYS_APART_MAX) free.shift();
      const [mate] = free;
      const isFound = mate !== undefined && mate.day <= row.day + DAYS_APART_MAX;
      if (isSure(row)) [sure, lacking] = [sure + 1, lacking + (isFound ? 0 : 1)];
      if (!isFound) continue;
      free.shift();
      pairs.push({ ref: mate.id, of: row.id, day: row.day, isSameDay: mate.day === row.day });
    }
  }
  const isListed = pairs.length >= LISTED_MIN && sure > 0 && lacking * LACKING_SHARE <= sure;
  return isListed ? pairs : [];
}
