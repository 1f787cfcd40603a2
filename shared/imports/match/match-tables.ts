import type { Fragment, Tx } from '../../postgres/connect.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';

/** Rows whose currency no file states, as conditions on `w` of match_wanted and `s` of match_stored. */
export interface Unsaid {
  wanted: Fragment;
  stored: Fragment;
}

/** Creates the tables once per connection; they are empty at the start of each transaction. */
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
      -- bank, person, export (a file with the same columns), import (any other file), or reissued (an export with another id for the row). A row known to several has an entry for each.
      origin text not null`,
    // What each source says about the rows of both tables.
    match_views: `
      id uuid not null,
      -- Identifies a file format with its columns, a bank's feed, or a person.
      make text not null,
      -- A bank's own list: a statement or its feed.
      is_bank boolean not null,
      import_id uuid,
      -- Whether the source is one of those whose rows are wanted.
      is_wanted boolean not null,
      pending boolean not null,
      -- A file listed the row before it was booked, and its booking may have another day and name.
      was_pending boolean not null,
      date date not null,
      name text not null`,
    match_pairs: `
      like match_wanted,
      id uuid not null,
      stored_date date not null,
      certainty text not null`,
    // A file's booked rows, each with the pending rows that it may be.
    match_doubts: `
      ref uuid not null,
      candidates uuid[] not null`,
    // Pending rows that a file should contain but does not.
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
    'truncate match_wanted, match_stored, match_views, match_pairs, match_doubts, match_stale, match_shifts',
  );
}

/** Whether no pair has the row `key`: a `ref` of match_wanted, or an `id` of match_stored. */
export const isUnpaired = (tx: Tx, column: 'ref' | 'id', key: Fragment): Fragment =>
  tx`not exists (select 1 from match_pairs p where p.${tx(column)} = ${key})`;

/** Removes pairs from both tables, one per stored row. Returns whether any. `paired` has the columns ref, id and stored_date. */
export async function takePairs(
  tx: Tx,
  certainty: 'exact' | 'likely',
  paired: Fragment,
): Promise<boolean> {
  const { count } = await tx`
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
  return count > 0;
}
