import type { AnySql, Fragment } from './connect.ts';

type Value = string | number | boolean | null;
type ColumnType = 'uuid' | 'text' | 'date' | 'numeric' | 'integer' | 'boolean' | 'float8';

/** Rows as a table in a statement: `unnest(…::uuid[], …) as name (id, …)`, one array per column, named like its property. */
export function valueTable<Item extends object>(
  sql: AnySql,
  name: string,
  rows: readonly Item[],
  types: { readonly [Key in keyof Item]?: ColumnType },
): Fragment {
  const columns = Object.keys(types);
  const arrays = Object.entries<ColumnType | undefined>(types).map(([key, type], place) => {
    const values = rows.map((row) => parameterOf(row[key as keyof Item] as Value));
    return sql`${place === 0 ? sql`` : sql`, `}${values}::${sql.unsafe(`${type}[]`)}`;
  });
  return sql`unnest(${arrays}) as ${sql(name)} (${sql(columns)})`;
}

/** The driver would declare an array of booleans as a single boolean. */
const parameterOf = (value: Value): Value => (typeof value === 'boolean' ? String(value) : value);
