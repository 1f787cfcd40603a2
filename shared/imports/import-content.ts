import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AnySql } from '../postgres/connect.ts';
import { findRow } from '../postgres/household-rows.ts';

const decompress = promisify(gunzip);

/** The content as sent; null once it has expired. */
export async function findImportContent(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Uint8Array | null> {
  type Stored = { content: Uint8Array | null };
  const row = await findRow<Stored>(sql, 'imports', sql`content`, householdId, id);
  const content = row?.content ?? null;
  return content === null ? null : decompress(content);
}

/** Drops the content of imports untouched since `before`, in all households. Returns how many. */
export async function deleteCsvContentBefore(
  sql: AnySql,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    update imports
    set content = null
    where id = any(array(
        select id
        from imports
        where created_at < ${before}
          and updated_at < ${before}
          and content is not null
          and status not in ('publishing', 'undoing')
        order by created_at
        limit ${limit}
        for update skip locked
      ))`;
  return result.count;
}
