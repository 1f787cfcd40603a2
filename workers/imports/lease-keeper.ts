import type { Lease } from '../../shared/store/imports/import-session-runs.ts';
import { renewLease } from '../../shared/store/imports/import-session-runs.ts';
import type { WorkerContext } from '../context.ts';
import { StoppingError } from '../errors.ts';

/** A killed worker's session can be taken over after this long. */
export const LEASE_MS = 20_000;
/** Heartbeat: also how often progress becomes visible, and how soon a cancel is noticed. */
const HEARTBEAT_MS = 2_000;
/** Far longer than the slowest statement of a chunk: a holder that does not get on in this time never will. */
export const STALLED_AFTER_MS = 10 * 60_000;

/** The lease is somebody else's, or the run is over: nothing more may be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The holder has not got on for STALLED_AFTER_MS: it gives the lease up instead of renewing it for ever. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

export interface LeaseKeeper {
  /** Aborts with what ends the run: StoppingError, LeaseLostError or StalledError. */
  readonly signal: AbortSignal;
  /** The holder got on; `rowsDone` is shown with the next heartbeat. */
  progress(rowsDone?: number): void;
  stop(): void;
}

/**
 * Renews a lease while its holder gets on. Postgres being away is not a loss: the token decides at the next
 * write. `stopping` is the signal of the job.
 */
export function keepLease(
  { sql, log, clock }: Pick<WorkerContext, 'sql' | 'log' | 'clock'>,
  lease: Lease,
  stopping: AbortSignal,
): LeaseKeeper {
  const controller = new AbortController();
  let rowsDone = 0;
  let lastProgress = clock.now().getTime();
  let renewing = false;
  const end = (reason: Error): void => {
    clearInterval(timer);
    controller.abort(reason);
  };
  const stop = (): void => end(new StoppingError());
  const beat = async (): Promise<void> => {
    const silentMs = clock.now().getTime() - lastProgress;
    if (silentMs > STALLED_AFTER_MS) {
      end(new StalledError(`the import has not got on for ${Math.round(silentMs / 1000)} s`));
    } else if (!(await renewLease(sql, lease, LEASE_MS, rowsDone))) {
      end(new LeaseLostError('the lease of the import is lost'));
    }
  };
  const timer = setInterval(() => {
    if (renewing) return;
    renewing = true;
    beat()
      .catch((error: unknown) => {
        log.warn('the lease of an import could not be renewed', { error });
      })
      .finally(() => {
        renewing = false;
      });
  }, HEARTBEAT_MS);
  if (stopping.aborted) stop();
  else stopping.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    progress(rows) {
      rowsDone = rows ?? rowsDone;
      lastProgress = clock.now().getTime();
    },
    stop() {
      clearInterval(timer);
      stopping.removeEventListener('abort', stop);
    },
  };
}
