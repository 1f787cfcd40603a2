import type { Fragment, Tx } from '../../postgres/connect.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';

/** Rows, as conditions on `w` of match_wanted and `s` of match_stored, whose currency no file has said. */
export interface Unsaid {
  wanted: Fragment;
  stored: Fragment;
}

/** Creates the tables of this connection, once; they are empty at the start of each transaction. */
export async function createMatchTables(tx: Tx): Promise<void> {
  await createTemporaryTables(tx, {
    match_wanted: `
      ref uuid not null,
      place bigint not null,
      account_id uuid not null,
      date date not null,
      amount numeric not null,
      currency text not null,
      name text not null`,
    match_stored: `
      id uuid not null,
      place bigint not null,
      account_id uuid not null,
      date date not null,
      amount numeric not null,
      currency text not null,
      name text not null,
      -- A bank, a person, or a file: an export of the same columns, a statement where the file in hand is of another format or the
      -- other way round, else an import. A row that two of them know has an entry for each.
      origin text not null`,
    match_pairs: `
      like match_wanted,
      id uuid not null,
      stored_date date not null,
      certainty text not null`,
    // A file's booked rows and the pending ones that each may be.
    match_doubts: `
      ref uuid not null,
      candidates uuid[] not null`,
    // Pending rows that a file should hold and does not.
    match_stale: `
      id uuid not null`,
    match_shifts: `
      place bigint generated always as identity,
      from_id uuid not null,
      to_id uuid not null`,
  });
}

/** Empties the tables for another match in the same transaction. */
export async function clearMatchTables(tx: Tx): Promise<void> {
  await tx.unsafe(
    'truncate match_wanted, match_stored, match_pairs, match_doubts, match_stale, match_shifts',
  );
}

/** Takes pairs out of both tables, one for each stored row. `paired` has the columns ref, id and stored_date. */
export async function takePairs(
  tx: Tx,
  certainty: 'exact' | 'likely',
  paired: Fragment,
): Promise<void> {
  await tx`
    with paired as materialized (
      select distinct on (p.id) p.ref, p.id, p.stored_date
      from (${paired}) p
      order by p.id, p.ref
    ),
    found as (
      delete from match_wanted w
      using paired p
      where w.ref = p.ref
      returning w.*, p.id, p.stored_date
    ),
    kept as (
      insert into match_pairs
      select *, ${certainty}
      from found
    )
    delete from match_stored
    where id in (select id from paired)`;
}
