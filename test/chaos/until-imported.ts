import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../shared/postgres/connect.ts';
import type { TestTenant } from '../helpers/start-api.ts';

/** Resolves once so many chunks are uploaded. Postgres may be away meanwhile. */
export async function untilUploaded(
  sql: Sql,
  { householdId }: TestTenant,
  count: number,
): Promise<void> {
  for (;;) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count
      from import_chunks
      where household_id = ${householdId}`.catch(() => []);
    if ((row?.count ?? 0) >= count) return;
    await delay(50);
  }
}

/**
 * Resolves once a worker holds the session and so many chunks are imported: by time the import could be over, on a machine that
 * is faster than a while ago. False when it is over. Postgres may be away meanwhile.
 */
export async function untilWorkedOn(
  sql: Sql,
  { householdId }: TestTenant,
  complete: number,
): Promise<boolean> {
  for (;;) {
    const [row] = await sql<{ status: string; held: boolean | null; complete: number }[]>`
      select status,
        (
          select count(*)::integer
          from import_chunks
          where household_id = import_sessions.household_id
            and session_id = import_sessions.id
            and status = 'complete'
        ) as complete,
        exists (
          select 1
          from leases
          where kind = 'import' and resource = import_sessions.id and expires_at > now()
        ) as held
      from import_sessions
      where household_id = ${householdId}`.catch(() => []);
    if (row?.held === true && row.complete >= complete) return true;
    if (row?.status === 'complete' || row?.status === 'failed') return false;
    await delay(50);
  }
}

/** Resolves with the milliseconds until somebody else has the lease, or the import is over. */
export async function untilTakenOver(sql: Sql, tenant: TestTenant, token: string): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const [row] = await sql<{ token: string; status: string }[]>`
      select l.token, s.status
      from import_sessions s
      join leases l on l.kind = 'import' and l.resource = s.id
      where s.household_id = ${tenant.householdId}`;
    if (row?.token !== token || row.status !== 'importing') break;
    await delay(100);
  }
  return performance.now() - begin;
}
