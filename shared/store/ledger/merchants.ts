import type { AnySql } from '../../db/connect.ts';

export interface Merchant {
  id: string;
  name: string;
  color: string;
  websiteUrl: string | null;
  logoUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** How many merchants a household has. */
export async function countMerchants(sql: AnySql, householdId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from merchants
    where household_id = ${householdId}`;
  return row.count;
}

/** A page of a household's merchants by name. */
export async function listMerchants(
  sql: AnySql,
  householdId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Merchant[]> {
  return sql<Merchant[]>`
    select id, name, color, website_url as "websiteUrl", logo_url as "logoUrl",
      created_at as "createdAt", updated_at as "updatedAt"
    from merchants
    where household_id = ${householdId}
    order by name, id
    offset ${offset}
    limit ${limit}`;
}
