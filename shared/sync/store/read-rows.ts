import { copyIn } from '../../postgres/driver/copy-in.ts';
import type { AnySql, Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { SYNTHETIC_KEY_PATTERN, SYNTHETIC_PREFIX } from '../../imports/match/content-hash.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { ReadScope } from './read-scope.ts';
import { findStagedPage, lineColumns } from './staged-pages.ts';

/**
 * The rows of a read during reconciliation: a temporary table, which causes no WAL and needs no locks. It is empty at the start of
 * each transaction.
 */

/** Where the rows of a read come from: the stage, and the page that completes the read. */
export interface ReadSource {
  /** Whether earlier pages of the read were staged. */
  staged: boolean;
  /** The lines of the last page, which were never staged; null if the read ended before. */
  lastPage: string | null;
}

/** Fills `read_rows` with a read. A row replaces any row of an earlier page with the same key. */
export async function fillReadRows(tx: Tx, scope: ReadScope, source: ReadSource): Promise<void> {
  await tx.unsafe(`
    create temporary table if not exists read_rows (
      page integer not null,
      position integer not null,
      row_key text,
      content_hash bytea not null,
      date date not null,
      amount numeric not null,
      currency text not null,
      name text not null,
      label text not null,
      merchant text,
      description text,
      pending boolean not null,
      -- The stored row with that key, and whether the bank changed something about it.
      transaction_id uuid,
      differs boolean
    ) on commit delete rows;
    -- Apart, since behind a pooler a session may have the table of version 1.0. Retold: only further fields changed.
    alter table read_rows add column if not exists extra jsonb, add column if not exists retold boolean;
    create index if not exists read_rows_key on read_rows (row_key)`);
  if (source.staged) await copyStagedPages(tx, scope);
  if (source.lastPage !== null) await copyLines(tx, source.lastPage);
  if (source.staged) await deleteReplaced(tx);
}

async function copyLines(tx: Tx, lines: string): Promise<void> {
  if (lines !== '') await copyIn(tx, `copy read_rows (${lineColumns(lines)}) from stdin`, lines);
}

/** Copies page by page, so that memory does not grow with the read. */
async function copyStagedPages(tx: Tx, scope: ReadScope): Promise<void> {
  for (let page = 0; ;) {
    const staged = await findStagedPage(tx, scope, page);
    if (staged === null) return;
    await copyLines(tx, staged.lines);
    ({ page } = staged);
  }
}

async function deleteReplaced(tx: Tx): Promise<void> {
  await tx`
    delete from read_rows
    using (
      select row_key, max(page) as last_page
      from read_rows
      where row_key is not null
      group by row_key
      having count(*) > 1
    ) repeated
    where read_rows.row_key = repeated.row_key
      and read_rows.page < repeated.last_page`;
}

export interface ReadMeasure {
  rows: number;
  keyless: number;
  first: string | null;
  last: string | null;
}

/** How many rows the read has, and the days that they span. */
export async function measureRead(sql: AnySql): Promise<ReadMeasure> {
  const [read] = await sql<[ReadMeasure]>`
    select count(*)::integer as rows,
      count(*) filter (where row_key is null)::integer as keyless,
      min(date) as first,
      max(date) as last
    from read_rows`;
  return read;
}

/** Rows without a key that equal one of an earlier page: the list may have shifted between the two requests. */
const edgeRepeats = (sql: AnySql) => sql`
  select row_id
  from (
    select ctid as row_id,
      page,
      min(page) over (partition by content_hash) as first_page
    from read_rows
    where row_key is null
  ) keyless
  where first_page < page`;

export const countEdgeRepeats = (sql: AnySql): Promise<number> =>
  countRows(sql, sql`from (${edgeRepeats(sql)}) repeats`);

export async function deleteEdgeRepeats(sql: AnySql): Promise<void> {
  await sql`
    delete from read_rows
    where ctid = any(array(${edgeRepeats(sql)}))`;
}

/**
 * Gives rows without an id their keys: content and ordinal among equal rows of the whole read. Numbers posted rows first, so that a
 * posted row keeps its number when an equal pending one comes or goes.
 */
export async function assignSyntheticKeys(sql: AnySql): Promise<void> {
  await sql`
    update read_rows keyless
    set row_key = ${SYNTHETIC_PREFIX}::text || encode(keyless.content_hash, 'hex') || '_' || numbered.occurrence
    from (
      select ctid as row_id,
        row_number() over (partition by content_hash order by pending, page, position) as occurrence
      from read_rows
      where row_key is null
    ) numbered
    where keyless.ctid = numbered.row_id`;
}

/**
 * Finds the rows whose key is already stored, once for all statements that need it. A posted row that came without an id never
 * becomes pending again: such a pending row is another purchase.
 */
export async function markKnownRows(
  sql: AnySql,
  { householdId, accountId }: ReadScope,
): Promise<{ known: number; differing: number; retold: number }> {
  const [marked] = await sql<[{ known: number; differing: number; retold: number }]>`
    with marked as (
      update read_rows listed
      set transaction_id = found.id,
        differs = found.differs,
        retold = not found.differs and found.retold
      from (
        select sought.ctid as row_id,
          stored.id,
          (
            stored.content_hash is distinct from sought.content_hash
            or stored.provider_merchant is distinct from sought.merchant
            or stored.provider_description is distinct from sought.description
            or stored.removed_reason is not distinct from 'vanished'
            or (stored.pending and not sought.pending)
            or (
              sought.pending
              and not stored.pending
              and stored.external_id !~ ${SYNTHETIC_KEY_PATTERN}
            )
          ) as differs,
          stored.extra -> 'provider' is distinct from sought.extra -> 'provider' as retold
        from read_rows sought
        -- Postgres has no statistics of a temporary table: without the offset it may read the whole account.
        cross join lateral (
          select *
          from transactions
          where ${ofHousehold(sql, householdId)}
            and account_id = ${accountId}
            and source = 'provider'
            and external_id = sought.row_key
          offset 0
        ) stored
      ) found
      where listed.ctid = found.row_id
      returning listed.differs, listed.retold
    )
    select count(*)::integer as known,
      count(*) filter (where differs)::integer as differing,
      count(*) filter (where retold)::integer as retold
    from marked`;
  return marked;
}
