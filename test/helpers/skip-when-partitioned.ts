import type { TestDatabase } from './with-database.ts';

/** Leaves out what is about the table as migrations make it: `npm run test:long -- partitioned` has divided it before any test. */
export async function skipWhenPartitioned(
  context: Mocha.Context,
  { sql }: TestDatabase,
): Promise<void> {
  const divided = await sql`
    select from pg_class where oid = 'transactions'::regclass and relkind = 'p'`;
  if (divided.length > 0) context.skip();
}
