import type { AnySql, Fragment } from '../postgres/connect.ts';

/** What became complete in the log since the last look. */
export interface News {
  /** Households with changes, and platforms that gained or lost one; also the platforms of those households. */
  readonly owners: ReadonlySet<string>;
  /** Lines of transactions below this have been read. */
  readonly horizon: string;
}

/** Lines of all households after one. Sorted: a plan that expects a third of them all would otherwise scan the table. */
export const linesBehind = (sql: AnySql, line: Fragment): Fragment => sql`
  (
    select household_id, xact
    from changes
    where id > (${line})
    order by id
  )`;

/** Reads lines of all households that became complete since a horizon; costs as much as was written since then. */
export async function readNews(sql: AnySql, since: string): Promise<News> {
  const [now] = await sql<[{ horizon: string; owners: string[] }]>`
    with now as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as horizon
    ),
    changed as (
      select distinct household_id as id
      from ${linesBehind(sql, sql`select after_line from webhook_walk`)} line
      where xact >= ${since}::text::xid8
        and xact < (select horizon from now)
    )
    select now.horizon::text as horizon,
      array(
        select distinct owner
        from changed
        left join households h on h.id = changed.id
        cross join lateral unnest(array[changed.id, h.platform_id]) owner
        where owner is not null
      ) as owners
    from now`;
  return { horizon: now.horizon, owners: new Set(now.owners) };
}
