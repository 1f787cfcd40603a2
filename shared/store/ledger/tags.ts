import type { AnySql } from '../../db/connect.ts';

export interface Tag {
  id: string;
  name: string;
  color: string;
  createdAt: Date;
  updatedAt: Date;
}

/** How many tags a household has. */
export async function countTags(sql: AnySql, householdId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from tags
    where household_id = ${householdId}`;
  return row.count;
}

/** A page of a household's tags by name. */
export async function listTags(
  sql: AnySql,
  householdId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Tag[]> {
  return sql<Tag[]>`
    select id, name, color, created_at as "createdAt", updated_at as "updatedAt"
    from tags
    where household_id = ${householdId}
    order by name, id
    offset ${offset}
    limit ${limit}`;
}
