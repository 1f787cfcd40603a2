import type { AnySql } from '../postgres/connect.ts';
import { byName, readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

export interface Merchant {
  id: string;
  name: string;
  color: string;
  websiteUrl: string | null;
  logoUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a household's merchants by name. */
export async function listMerchants(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<Merchant>> {
  const matching = sql`from merchants where household_id = ${householdId}`;
  return readPage(
    sql,
    page,
    matching,
    byName('merchants'),
    ({ keys, window }) => sql<Merchant[]>`
    select id, name, color, website_url, logo_url,
      created_at, updated_at, ${keys}
    ${matching}
    ${window}`,
  );
}
