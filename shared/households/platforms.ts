import { isUuid } from '#preflight/uuid';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** An app that makes households for the people who use it. */
export interface Platform {
  id: string;
  name: string;
}

export async function insertPlatform(sql: AnySql, name: string): Promise<Platform> {
  const [row] = await sql<[Platform]>`
    insert into platforms (name)
    values (${name})
    returning id, name`;
  return row;
}

/** The platform with that id, or null; the id may be any text. */
export async function findPlatform(sql: AnySql, id: string) {
  if (!isUuid(id)) return null;
  return rowOrNull(sql<Platform[]>`
    select id, name
    from platforms
    where id = ${id}`);
}

/** The ids of the households that a platform owns. */
export async function listHouseholdIds(sql: AnySql, platformId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id
    from households
    where platform_id = ${platformId}`;
  return rows.map(({ id }) => id);
}

/** Serialises what must happen once per platform. */
export async function lockPlatform(tx: Tx, id: string): Promise<void> {
  await tx`
    select 1
    from platforms
    where id = ${id}
    for no key update`;
}
