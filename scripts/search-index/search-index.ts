import type { Sql, Tx } from '../../shared/db/connect.ts';
import { errorCode } from '../../shared/error-code.ts';
import { SEARCH_TEXT } from '../../shared/store/ledger/search-text.ts';

const EXTENSIONS = ['pg_trgm', 'btree_gin'];
const INDEX = 'transactions_search';
/**
 * The household stands in the index, too: only rows that have both are visited. What is inserted waits in a list that
 * each search reads whole: 1 MB, not Postgres' 4, are some 130 pages at most.
 */
const DEFINITION = `using gin (household_id, ${SEARCH_TEXT} gin_trgm_ops)
  with (gin_pending_list_limit = 1024) where removed_at is null`;
/** Reads and writes that come behind a waiting lock wait, too. */
const LOCK_MS = 10_000;

/** Called after each step, with what it did. */
type OnStep = (step: string) => void;

/**
 * Makes the index that searches use, while the service goes on, and what is missing of it after a run that was ended: what is
 * whole is kept, what is not is made again. `sql` is a pool of one connection, whose session does all.
 * Throws when the server has not the extensions, the role may not create them, or another run is at work.
 */
export async function createSearchIndex(sql: Sql, onStep: OnStep = () => undefined): Promise<void> {
  await startAlone(sql);
  await createExtensions(sql);
  if (await isValid(sql, INDEX)) {
    onStep('the index is there already');
    return;
  }
  const partitions = await listPartitions(sql);
  if (partitions.length === 0) {
    await buildIndex(sql, 'transactions', INDEX, onStep);
  } else {
    for (const table of partitions) await buildIndex(sql, table, indexOf(table), onStep);
    await lockBriefly(sql, async (tx) => {
      // Of no partition yet, and so not valid; one of each that is attached makes it so.
      await tx.unsafe(`create index if not exists ${INDEX} on only transactions ${DEFINITION}`);
      for (const table of partitions) {
        await tx.unsafe(`alter index ${INDEX} attach partition ${indexOf(table)}`);
      }
    });
    onStep(`joined the indexes of ${partitions.length} partitions`);
  }
  await sql.unsafe('analyze transactions');
  onStep('analyzed');
}

/** Removes the index with all parts, those of a run that was ended among them. The extensions stay: others may use them. Throws as above. */
export async function dropSearchIndex(sql: Sql): Promise<void> {
  await startAlone(sql);
  const partitions = await listPartitions(sql);
  if (partitions.length === 0) {
    await sql.unsafe(`drop index concurrently if exists ${INDEX}`);
    return;
  }
  await lockBriefly(sql, (tx) => tx.unsafe(`drop index if exists ${INDEX}`));
  for (const table of partitions) {
    await sql.unsafe(`drop index concurrently if exists ${indexOf(table)}`);
  }
}

/** The bytes of the index, those of partitions together, for people. */
export async function describeIndex(sql: Sql): Promise<string> {
  const [found] = await sql<[{ size: string }]>`
    select pg_size_pretty(sum(pg_relation_size(part))) as size
    from (
      select to_regclass(${INDEX}) as part
      union
      select inhrelid::regclass
      from pg_inherits
      where inhparent = to_regclass(${INDEX})
    ) parts`;
  return found.size;
}

const indexOf = (table: string): string => `${table}_search`;

/** An index that is not valid is being built, or was when its builder ended: a lock of the session tells which. */
async function startAlone(sql: Sql): Promise<void> {
  await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`;
  const [{ held }] = await sql<[{ held: boolean }]>`
    select pg_try_advisory_lock(hashtextextended('ledgerline search-index', 0)) as held`;
  if (!held) throw new Error('Another search-index is at work on this database.');
}

async function createExtensions(sql: Sql): Promise<void> {
  const missing = await sql<{ name: string; isAvailable: boolean }[]>`
    select wanted.name, e.name is not null as is_available
    from unnest(${EXTENSIONS}::text[]) as wanted (name)
    left join pg_available_extensions e on e.name = wanted.name
    where e.installed_version is null
    order by wanted.name`;
  const away = missing.filter(({ isAvailable }) => !isAvailable).map(({ name }) => name);
  if (away.length > 0) {
    throw new Error(
      `This server has no extension ${away.join(' and ')}: install PostgreSQL's contrib modules there. Nothing was changed; searches read the household's rows.`,
    );
  }
  for (const { name } of missing) await createExtension(sql, name);
}

async function createExtension(sql: Sql, name: string): Promise<void> {
  try {
    await sql.unsafe(`create extension if not exists ${name}`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new Error(
      `This role may not create the extension ${name}: grant it "create" on the database, or run "create extension ${name}" there as one that may.`,
      { cause: error },
    );
  }
}

/** Builds the index of one table unless it is there; reads and writes go on meanwhile. */
async function buildIndex(sql: Sql, table: string, index: string, onStep: OnStep): Promise<void> {
  const found = await isValid(sql, index);
  if (found === true) return;
  if (found === false) {
    await sql.unsafe(`drop index concurrently ${index}`);
    onStep(`dropped what an earlier run left of ${index}`);
  }
  await sql.unsafe(`create index concurrently ${index} on ${table} ${DEFINITION}`);
  onStep(`built ${index}`);
}

/** Null: there is no such index. */
async function isValid(sql: Sql, index: string): Promise<boolean | null> {
  const [found] = await sql<{ valid: boolean }[]>`
    select indisvalid as valid
    from pg_index
    where indexrelid = to_regclass(${index})`;
  return found?.valid ?? null;
}

/** None: the table is whole. */
async function listPartitions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select inhrelid::regclass::text as name
    from pg_inherits
    where inhparent = 'transactions'::regclass
    order by inhrelid`;
  return rows.map(({ name }) => name);
}

async function lockBriefly(sql: Sql, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`;
      await work(tx);
    });
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error;
    throw new Error(
      `Others held transactions for ${LOCK_MS / 1000} s. Run the command again: what is built stays.`,
      { cause: error },
    );
  }
}
