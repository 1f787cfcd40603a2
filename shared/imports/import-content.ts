import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AnySql } from '../postgres/connect.ts';

const decompress = promisify(gunzip);

/** The content as sent; null once it expired. */
export async function findImportContent(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ content: Uint8Array | null; contentGzip: boolean }[]>`
    select content, content_gzip
    from imports
    where household_id = ${householdId}
      and id = ${id}`;
  if (row === undefined || row.content === null) return null;
  return row.contentGzip ? decompress(row.content) : row.content;
}
