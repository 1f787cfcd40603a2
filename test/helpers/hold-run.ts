import type { Sql } from '../../shared/postgres/connect.ts';
import { acquireLease, type Lease } from '../../shared/queue/leases.ts';
import type { Run, RunKind } from '../../shared/queue/runs/run-kind.ts';
import { countDeath, findLiveRun } from '../../shared/queue/runs/run-store.ts';

/** Takes the lease of a run as a worker does that will not be heard of again. */
export async function holdRun(sql: Sql, kind: RunKind, run: Run, leaseMs = 60_000): Promise<Lease> {
  const live = await findLiveRun(sql, kind, run);
  if (live === null) throw new Error('no such run');
  const lease = await acquireLease(sql, live.lease, 'vanished', leaseMs);
  if ('heldForMs' in lease) throw new Error('somebody else has the lease');
  if (lease.holderVanished) await sql.begin((tx) => countDeath(tx, kind, run));
  return lease;
}
