import type { Fragment, Tx } from '../../postgres/connect.ts';
import { findShifts } from './shift-forms.ts';
import type { BankRow, FreeRow } from './shift-forms.ts';
import { isInLedger, liveOfMoney } from './live-of-money.ts';

/**
 * How many days around a row may be rearranged. For a purchase every few days, each file row may sit in the next one's place, so
 * that a path can be as long as the file; a year is what banks export at once.
 */
export const WAY_DAYS_MAX = 366;

/** Whose rows look for a place, and where a path may end. */
export interface RoomScope {
  householdId: string;
  /** The import whose rows are matched; its own earlier claims do not count. */
  importId: string | null;
  /** File rows without a counterpart: ref, place, account_id, date, amount, currency, name. */
  free: Fragment;
  /** Whether a path may end at the bank's row `t`, which no file has. */
  isEnd: Fragment;
}

/**
 * Finds counterparts for file rows whose place is taken: before the bank had listed all purchases of one price, another file's row
 * may have been matched to a neighbour. Adds to match_pairs, and adds to match_shifts the claims that `moveClaims` has to move for
 * it. Call it after matchRows.
 */
export async function makeRoom(tx: Tx, scope: RoomScope): Promise<void> {
  const groups = await listCrowded(tx, scope);
  const shifts = groups.flatMap(({ free, banks }) => findShifts(free, banks));
  for (const { free, banks } of shifts) {
    for (let at = banks.length - 1; at > 0; at -= 1) {
      const [from, to] = [banks[at - 1] ?? '', banks[at] ?? ''];
      await tx`insert into match_shifts (from_id, to_id) values (${from}, ${to})`;
      await tx`update match_pairs set id = ${to}, certainty = 'likely' where id = ${from}`;
    }
    await tx`
      insert into match_pairs
      select free.*, ${banks[0] ?? ''}::uuid, free.date, 'likely'
      from (${scope.free}) free
      where free.ref = ${free}`;
  }
}

/** File rows without a place, and the bank's rows of the same money around them that are taken or may end a path. */
async function listCrowded(tx: Tx, { householdId, importId, free, isEnd }: RoomScope) {
  return tx<{ free: FreeRow[]; banks: BankRow[] }[]>`
    with free as materialized (${free}),
    bank as materialized (
      select t.id, t.date, t.account_id, t.amount, t.currency, t.created_at, ${isEnd} as may_end,
        coalesce(
          p.date,
          case when t.import_name is not null then coalesce(t.import_date, t.date) end,
          (
            select min(r.date)
            from import_rows r
            join imports i on i.household_id = r.household_id and i.id = r.import_id
            where r.household_id = t.household_id
              and r.of_id = t.id
              and ${isInLedger(tx)}
              and i.id is distinct from ${importId}
          )
        ) as file_date
      from (
        select account_id, amount, currency, min(date) - ${WAY_DAYS_MAX}::integer as first,
          max(date) + ${WAY_DAYS_MAX}::integer as last
        from free
        group by account_id, amount, currency
      ) w
      ${liveOfMoney(tx, householdId, tx`and t.currency = w.currency and t.source = 'provider' and t.parent_id is null`)}
      left join match_pairs p on p.id = t.id
    ),
    banks as materialized (
      select account_id, amount, currency,
        jsonb_agg(jsonb_build_object('id', id, 'date', date, 'fileDate', file_date) order by date, created_at, id) as rows
      from bank
      where file_date is not null or may_end
      group by account_id, amount, currency
      having bool_or(file_date is null)
    )
    select jsonb_agg(jsonb_build_object('id', ref, 'date', date) order by date, place, ref) as free,
      banks.rows as banks
    from free
    join banks using (account_id, amount, currency)
    group by account_id, amount, currency, banks.rows`;
}

/** Moves the claims of files on to the next rows, as makeRoom found. Claims of the import itself stay. */
export async function moveClaims(
  tx: Tx,
  { householdId, importId }: Pick<RoomScope, 'householdId' | 'importId'>,
): Promise<void> {
  const shifts = await tx<{ fromId: string; toId: string }[]>`
    select from_id, to_id
    from match_shifts
    order by place`;
  for (const { fromId, toId } of shifts) {
    await tx`
      update import_rows
      set of_id = ${toId}
      where household_id = ${householdId}
        and of_id = ${fromId}
        and import_id is distinct from ${importId}`;
    await tx`
      update transactions t
      set import_id = giver.import_id, import_name = giver.import_name, import_date = giver.import_date
      from transactions giver
      where giver.household_id = ${householdId}
        and giver.id = ${fromId}
        and t.household_id = ${householdId}
        and t.id = ${toId}`;
    await tx`
      update transactions
      set import_id = null, import_name = null, import_date = null
      where household_id = ${householdId}
        and id = ${fromId}`;
  }
}
