import type { Sql } from '../../shared/db/connect.ts';
import type { Log } from '../../shared/log.ts';
import type { Lease } from '../../shared/store/import-session-runs.ts';
import { renewLease } from '../../shared/store/import-session-runs.ts';

/** A killed worker's session can be taken over after this long. */
export const LEASE_MS = 20_000;
/** Heartbeat: also how often progress becomes visible, and how soon a cancel is noticed. */
const HEARTBEAT_MS = 2_000;

/** The lease is somebody else's, or the run is over: nothing more may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export interface LeaseKeeper {
  /** Rows read so far, shown with the next heartbeat. */
  setRowsDone(rows: number): void;
  /** Throws LeaseLostError once the lease is known to be lost. */
  check(): void;
  stop(): void;
}

/** Renews a lease until stopped. Postgres being away is not a loss: the token decides at the next write. */
export function keepLease(sql: Sql, lease: Lease, log: Log): LeaseKeeper {
  let rowsDone = 0;
  let lost = false;
  let renewing = false;
  const timer = setInterval(() => {
    if (renewing) return;
    renewing = true;
    renewLease(sql, lease, LEASE_MS, rowsDone)
      .then(
        (renewed) => {
          if (!renewed) lost = true;
        },
        (error: unknown) => log.warn('the lease of an import could not be renewed', { error }),
      )
      .finally(() => {
        renewing = false;
      });
  }, HEARTBEAT_MS);
  return {
    setRowsDone(rows) {
      rowsDone = rows;
    },
    check() {
      if (lost) throw new LeaseLostError('the lease of the import is lost');
    },
    stop: () => clearInterval(timer),
  };
}
