import type { AnySql, Sql, Tx } from '../postgres/connect.ts';

/** What only one worker at a time may work on: the syncs of a connection, the import of a session, a rule run. */
export interface LeaseKey {
  /** The kind of lease. Runs of one kind, and runs of other kinds on the same row, take turns. */
  readonly kind: string;
  readonly householdId: string;
  /** Id of the connection, the session or the run. */
  readonly resource: string;
}

/** Permission to write until another holder has a newer token. */
export interface Lease extends LeaseKey {
  readonly token: string;
  /**
   * The previous holder neither finished its work nor released the lease. A holder whose last renewal predates the start of
   * Postgres did not vanish: it could not renew.
   */
  readonly holderVanished: boolean;
}

/** Another holder has the lease for this long, unless it renews it. Milliseconds. */
export interface HeldByOther {
  heldForMs: number;
}

/** Another holder has the lease, or the work is over: nothing of this transaction was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('the lease is lost');
  }
}

const isOf = (sql: AnySql, { kind, householdId, resource }: LeaseKey) => sql`
  household_id = ${householdId}
  and kind = ${kind}
  and resource = ${resource}`;

const until = (sql: AnySql, leaseMs: number) =>
  sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

/** Acquires the lease if it is free or expired. */
export async function acquireLease(
  sql: AnySql,
  key: LeaseKey,
  holder: string,
  leaseMs: number,
): Promise<Lease | HeldByOther> {
  const { kind, householdId, resource } = key;
  const ours = { kind, householdId, resource };
  const [fresh] = await sql<{ token: string }[]>`
    insert into leases (household_id, kind, resource, holder, expires_at)
    values (${householdId}, ${kind}, ${resource}, ${holder}, ${until(sql, leaseMs)})
    on conflict (household_id, kind, resource) do nothing
    returning token`;
  if (fresh !== undefined) return { ...ours, token: fresh.token, holderVanished: false };
  const [expired] = await sql<{ token: string; vanished: boolean }[]>`
    update leases taken
    set token = default,
      holder = ${holder},
      step = null,
      rows_done = 0,
      renewed_at = clock_timestamp(),
      expires_at = ${until(sql, leaseMs)}
    from (
      select token, holder is not null and renewed_at > pg_postmaster_start_time() as vanished
      from leases
      where ${isOf(sql, key)}
        and expires_at < clock_timestamp()
      for update
    ) before
    where taken.token = before.token
    returning taken.token, before.vanished`;
  if (expired !== undefined)
    return { ...ours, token: expired.token, holderVanished: expired.vanished };
  const [held] = await sql<{ ms: number }[]>`
    select extract(epoch from expires_at - clock_timestamp())::double precision * 1000 as ms
    from leases
    where ${isOf(sql, key)}`;
  return { heldForMs: Math.max(0, Math.ceil(held?.ms ?? 0)) };
}

/** Extends the lease; false when another holder has it. Never waits for a write of its own holder. */
export async function renewLease(sql: AnySql, lease: Lease, leaseMs: number): Promise<boolean> {
  const result = await sql`
    update leases
    set renewed_at = clock_timestamp(),
      expires_at = ${until(sql, leaseMs)}
    where ${isOf(sql, lease)}
      and token = ${lease.token}`;
  return result.count > 0;
}

export interface LeaseProgress {
  step: string;
  /** Rows that the current step has finished. */
  rowsDone: number;
}

/** Stores the holder's progress. Never waits for a write of its own holder. */
export async function updateLeaseProgress(
  sql: AnySql,
  lease: Lease,
  { step, rowsDone }: LeaseProgress,
): Promise<void> {
  await sql`
    update leases
    set step = ${step},
      rows_done = ${rowsDone}
    where ${isOf(sql, lease)}
      and token = ${lease.token}`;
}

/** Releases the lease, so that the next holder does not have to wait until it expires. */
export async function releaseLease(sql: AnySql, lease: Lease): Promise<void> {
  await sql`
    delete from leases
    where ${isOf(sql, lease)}
      and token = ${lease.token}`;
}

/**
 * Lets the next caller acquire the lease at once. A live holder keeps working until it notices that its work is over; one that
 * vanished is not counted as a death of the next run.
 */
export async function expireLease(sql: AnySql, key: LeaseKey): Promise<void> {
  await sql`
    update leases
    set holder = null,
      expires_at = clock_timestamp()
    where ${isOf(sql, key)}`;
}

/** Waits for a write of the holder, then takes the lease away for good. */
export async function revokeLease(sql: AnySql, key: LeaseKey): Promise<void> {
  await sql`
    delete from leases
    where ${isOf(sql, key)}`;
}

/** Waits for writes under these leases and blocks new ones until the transaction ends, whether or not the leases are held. */
export async function blockHolders(
  tx: Tx,
  householdId: string,
  kind: string,
  resources: readonly string[],
): Promise<void> {
  // A lease that was never acquired has no row to lock.
  await tx`
    insert into leases (household_id, kind, resource, expires_at)
    select ${householdId}, ${kind}, resource, clock_timestamp()
    from unnest(${resources as string[]}::uuid[]) resource
    order by resource
    on conflict (household_id, kind, resource) do nothing`;
  await tx`
    select 1
    from leases
    where household_id = ${householdId}
      and kind = ${kind}
      and resource = any(${resources as string[]}::uuid[])
    order by resource
    for update`;
}

/** Keeps others from acquiring the lease until the transaction ends. Throws LeaseLostError if it is no longer held. */
export async function requireLease(tx: Tx, lease: Lease): Promise<void> {
  const held = await tx`
    select 1
    from leases
    where ${isOf(tx, lease)}
      and token = ${lease.token}
    for key share`;
  if (held.length === 0) throw new LeaseLostError();
}

/**
 * Runs one transaction of a holder, fenced by its lease: no other worker can acquire the lease before it commits, so a worker
 * presumed dead cannot write after its successor began. Throws LeaseLostError.
 */
export async function writeFenced<T>(
  sql: Sql,
  lease: Lease,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await requireLease(tx, lease);
    return [await write(tx)] as const;
  });
  return result[0];
}
