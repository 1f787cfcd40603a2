import type { AnySql, Sql, Tx } from '../db/connect.ts';

/** Permission to write for one connection, until a newer token exists. */
export interface Lease {
  householdId: string;
  connectionId: string;
  token: string;
}

/** How long a silent holder keeps its lease. Holders renew it several times within. */
export const LEASE_SECONDS = 15;

/** A newer holder has the lease: nothing of this transaction was written. */
export class FencedError extends Error {
  override readonly name = 'FencedError';

  constructor() {
    super('another worker has taken over this connection');
  }
}

/** Takes the lease when nobody holds it or its holder went silent; null while somebody does. */
export async function acquireLease(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  holder: string,
): Promise<Lease | null> {
  await sql`
    insert into sync_leases (connection_id, household_id)
    values (${connectionId}, ${householdId})
    on conflict (connection_id) do nothing`;
  const [row] = await sql<{ token: string }[]>`
    update sync_leases
    set token = token + 1,
      holder = ${holder},
      expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where connection_id = ${connectionId}
      and household_id = ${householdId}
      and (expires_at is null or expires_at < clock_timestamp())
    returning token`;
  return row === undefined ? null : { householdId, connectionId, token: row.token };
}

/** Prolongs the lease; false when somebody else has it by now. */
export async function renewLease(sql: AnySql, lease: Lease): Promise<boolean> {
  const rows = await sql`
    update sync_leases
    set expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where connection_id = ${lease.connectionId}
      and household_id = ${lease.householdId}
      and token = ${lease.token}
    returning token`;
  return rows.length > 0;
}

/** Gives the lease back, so that the next run need not wait for it to expire. */
export async function releaseLease(sql: AnySql, lease: Lease): Promise<void> {
  await sql`
    update sync_leases
    set expires_at = null,
      holder = null
    where connection_id = ${lease.connectionId}
      and household_id = ${lease.householdId}
      and token = ${lease.token}`;
}

/**
 * Runs one transaction of a sync. The lease row is locked against a new holder until it commits, so a
 * worker that was believed dead cannot write after its successor began. Throws FencedError.
 */
export async function writeFenced<T>(
  sql: Sql,
  lease: Lease,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await sql.begin(async (tx) => {
    const held = await tx`
      select 1
      from sync_leases
      where connection_id = ${lease.connectionId}
        and household_id = ${lease.householdId}
        and token = ${lease.token}
      for share`;
    if (held.length === 0) throw new FencedError();
    return [await write(tx)] as const;
  });
  return result[0];
}
