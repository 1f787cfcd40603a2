import type { AnySql } from '../postgres/connect.ts';
import { byName, readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

export interface Tag {
  id: string;
  name: string;
  color: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a household's tags by name. */
export async function listTags(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<Tag>> {
  const matching = sql`from tags where household_id = ${householdId}`;
  return readPage(
    sql,
    page,
    matching,
    byName('tags'),
    ({ keys, window }) => sql<Tag[]>`
    select id, name, color, created_at, updated_at, ${keys}
    ${matching}
    ${window}`,
  );
}
