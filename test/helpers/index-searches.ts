import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from '../../shared/postgres/connect.ts';
import { root } from './checkout.ts';

/** Runs the recipe of the index for searches. */
export async function indexSearches(sql: Sql): Promise<void> {
  const recipe = readFileSync(path.join(root, 'deploy/sql/search-index.sql'), 'utf8');
  const isDivided = (await sql`select from pg_partitioned_table`).length > 0;
  // One by one: a statement that builds concurrently has to come alone.
  for (const statement of recipe.split(/;\n/).filter((text) => /^\w/m.test(text))) {
    await sql.unsafe(isDivided ? statement.replace(' concurrently', '') : statement);
  }
}
