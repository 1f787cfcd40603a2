import { sha256Hex } from '../platform/crypto.ts';
import type { Tx } from './connect.ts';

/**
 * Creates temporary tables once per connection; they are empty at the start of each transaction. `columns` is by table name; later
 * tables may be `like` earlier ones. Behind a pooler in transaction mode another version may have used the connection before:
 * tables of another shape are recreated. Names and columns are ours, never a user's.
 */
export async function createTemporaryTables(
  tx: Tx,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(columns);
  const made = Object.entries(columns).map(
    ([name, list]) => `create temporary table ${name} (${list}) on commit delete rows;`,
  );
  const shape = sha256Hex(made.join(''));
  await tx.unsafe(`
    do $make$ begin
      if obj_description(to_regclass('pg_temp.${names[0]}'), 'pg_class') is distinct from '${shape}' then
        drop table if exists ${names.map((name) => `pg_temp.${name}`).join(', ')};
        ${made.join('\n')}
        comment on table ${names[0]} is '${shape}';
      end if;
    end $make$`);
}
