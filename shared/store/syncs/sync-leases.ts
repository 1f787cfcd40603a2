import type { AnySql, Sql, Tx } from '../../db/connect.ts';

/** Permission to write for one connection, until a newer token exists. */
export interface Lease {
  householdId: string;
  connectionId: string;
  token: string;
}

/** How long a silent holder keeps its lease. Holders renew it several times within. */
export const LEASE_SECONDS = 5;

/** A newer holder has the lease: nothing of this transaction was written. */
export class FencedError extends Error {
  override readonly name = 'FencedError';

  constructor() {
    super('another worker has taken over this connection');
  }
}

/** A lease that somebody else holds, and for how long unless they renew it. Milliseconds. */
export interface HeldByOther {
  heldForMs: number;
}

/** A lease just taken, and whether the one before was left by a holder that vanished. */
export interface TakenLease extends Lease {
  holderVanished: boolean;
}

/**
 * Takes the lease when nobody holds it or its holder went silent. A holder whose last beat is older than Postgres'
 * own start did not vanish: it could not renew.
 */
export async function acquireLease(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  holder: string,
): Promise<TakenLease | HeldByOther> {
  await sql`
    insert into sync_leases (connection_id, household_id)
    values (${connectionId}, ${householdId})
    on conflict (connection_id) do nothing`;
  const [row] = await sql<{ token: string; holderVanished: boolean }[]>`
    update sync_leases taken
    set token = taken.token + 1,
      holder = ${holder},
      expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select holder is not null
          and expires_at - make_interval(secs => ${LEASE_SECONDS}) > pg_postmaster_start_time() as vanished
      from sync_leases
      where connection_id = ${connectionId}
        and household_id = ${householdId}
        and (expires_at is null or expires_at < clock_timestamp())
      for update
    ) before
    where taken.connection_id = ${connectionId}
      and taken.household_id = ${householdId}
    returning taken.token, coalesce(before.vanished, false) as "holderVanished"`;
  if (row !== undefined) return { householdId, connectionId, ...row };
  const [held] = await sql<{ heldForMs: number }[]>`
    select extract(epoch from expires_at - clock_timestamp())::double precision * 1000 as "heldForMs"
    from sync_leases
    where connection_id = ${connectionId}
      and household_id = ${householdId}`;
  return { heldForMs: Math.max(0, Math.ceil(held?.heldForMs ?? 0)) };
}

/**
 * Prolongs the lease for a run; `held` is false when somebody else has it by now, `cancelled` true when
 * a person asked the run to stop.
 */
export async function renewLease(
  sql: AnySql,
  lease: Lease,
  syncId: string,
): Promise<{ held: boolean; cancelled: boolean }> {
  const [row] = await sql<{ cancelled: boolean }[]>`
    update sync_leases
    set expires_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where connection_id = ${lease.connectionId}
      and household_id = ${lease.householdId}
      and token = ${lease.token}
      and holder is not null
    returning exists (
      select 1
      from syncs
      where household_id = ${lease.householdId}
        and id = ${syncId}
        and cancel_requested_at is not null
    ) as cancelled`;
  return { held: row !== undefined, cancelled: row?.cancelled ?? false };
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
