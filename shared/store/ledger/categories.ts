import type { AnySql } from '../../db/connect.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

export interface Category {
  id: string;
  parentId: string | null;
  name: string;
  color: string;
  classification: 'expense' | 'income';
  icon: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a household's categories by name. */
export async function listCategories(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<Category>> {
  const matching = sql`from categories where household_id = ${householdId}`;
  return readPage(
    sql,
    page,
    matching,
    (window) => sql<Category[]>`
    select id, parent_id, name, color, classification, icon,
      created_at, updated_at
    ${matching}
    order by name, id
    ${window}`,
  );
}
