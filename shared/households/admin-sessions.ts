import type { AnySql } from '../postgres/connect.ts';
import { hasRows } from '../postgres/rows.ts';

/** Stores a login, and deletes expired ones. */
export async function insertAdminSession(
  sql: AnySql,
  digest: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    with expired as (
      delete from admin_sessions
      where expires_at <= ${now}
    )
    insert into admin_sessions (digest, expires_at)
    values (${digest}, ${expiresAt})`;
}

/** Whether the login is open at `now`. */
export function isAdminSessionOpen(sql: AnySql, digest: string, now: Date) {
  return hasRows(sql`
    select 1
    from admin_sessions
    where digest = ${digest}
      and expires_at > ${now}`);
}

/** Ends a login; does nothing if it is already over. */
export async function deleteAdminSession(sql: AnySql, digest: string): Promise<void> {
  await sql`
    delete from admin_sessions
    where digest = ${digest}`;
}
