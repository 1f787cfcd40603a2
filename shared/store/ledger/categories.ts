import type { AnySql } from '../../db/connect.ts';

export interface Category {
  id: string;
  parentId: string | null;
  name: string;
  color: string;
  classification: string;
  icon: string;
  createdAt: Date;
  updatedAt: Date;
}

/** How many categories a household has. */
export async function countCategories(sql: AnySql, householdId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from categories
    where household_id = ${householdId}`;
  return row.count;
}

/** A page of a household's categories by name. */
export async function listCategories(
  sql: AnySql,
  householdId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Category[]> {
  return sql<Category[]>`
    select id, parent_id as "parentId", name, color, classification, icon,
      created_at as "createdAt", updated_at as "updatedAt"
    from categories
    where household_id = ${householdId}
    order by name, id
    offset ${offset}
    limit ${limit}`;
}
