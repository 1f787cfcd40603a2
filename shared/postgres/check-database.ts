import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { codedError } from '../platform/error-code.ts';
import { packageRoot } from '../platform/package-root.ts';
import type { Sql } from './connect.ts';

/** The database lacks tables that this version needs. The message says what to do. */
export class MigrationsMissingError extends Error {
  override readonly name = 'MigrationsMissingError';
}

const MIGRATE = 'run the release command (npm run migrate, or node dist/scripts/migrate.js)';

/** Throws MigrationsMissingError unless every migration of this version was applied; newer ones do no harm. */
export async function checkMigrations(sql: Sql): Promise<void> {
  const files = await readdir(path.join(packageRoot(), 'shared/postgres/migrations'));
  const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -4));
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('schema_migrations') is not null as there`;
  if (table?.there !== true) {
    throw new MigrationsMissingError(`the database has no tables of Ledgerline: ${MIGRATE}`);
  }
  const applied = await sql<{ name: string }[]>`
    select name
    from schema_migrations`;
  const known = new Set(applied.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return;
  throw new MigrationsMissingError(
    `the database lacks ${missing.length} of ${names.length} migrations: ${MIGRATE}`,
  );
}

/** The tables of this version that are missing although the migrations were applied, and what to do, one line each. */
export async function listMissingTables(sql: Sql): Promise<string[]> {
  const schema = await readFile(path.join(packageRoot(), 'shared/postgres/schema.sql'), 'utf8');
  const names = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
  const rows = await sql<{ name: string }[]>`
    select name
    from unnest(${names}::text[]) as name
    where to_regclass(name) is null
    order by name`;
  return rows.map(({ name }) => `the table ${name} is missing: restore it from a backup`);
}

/**
 * Throws whatever keeps Postgres from writing, e.g. 53100 for a full disk. A sort that exceeds its memory writes a temporary file
 * to the tables' disk and leaves nothing behind.
 */
export async function checkWriting(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('work_mem', '64kB', true)`;
    await tx`
      select n
      from generate_series(1, 10000) as n
      order by -n
      offset 9999`;
    const [mode] = await tx<{ reads: string }[]>`
      select current_setting('transaction_read_only') as reads`;
    if (mode?.reads === 'on') throw codedError('25006', 'the server is read-only');
  });
}
