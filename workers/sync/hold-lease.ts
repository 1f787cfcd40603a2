import { FencedError, renewLease } from '../../shared/store/syncs/sync-leases.ts';
import type { Lease } from '../../shared/store/syncs/sync-leases.ts';
import { isCancelRequested } from '../../shared/store/syncs/syncs.ts';
import type { WorkerContext } from '../context.ts';
import { StoppingError } from '../errors.ts';
import { SyncCancelledError } from './sync-scope.ts';

/** Several renewals fit into one lease, and a cancel is noticed while a request hangs. */
const BEAT_MS = 1250;

export interface HeldLease {
  /** Aborts when the worker stops, the run is cancelled or the lease is lost. */
  signal: AbortSignal;
  /** Throws the error that fits, if one of these happened. */
  check(): Promise<void>;
  end(): void;
}

/** Renews a lease in the background until ended, and watches for reasons to stop. */
export function holdLease(
  context: WorkerContext,
  lease: Lease,
  syncId: string,
  stopping: AbortSignal,
): HeldLease {
  const { sql, log } = context;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let lost = false;
  let cancelled = false;
  let beating = false;

  const beat = async (): Promise<void> => {
    const renewed = await renewLease(sql, lease, syncId);
    lost ||= !renewed.held;
    cancelled ||= renewed.cancelled;
    if (lost || cancelled) abort();
  };
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    beat()
      // A missed beat is no reason to stop: the fencing check decides at the next commit.
      .catch((error: unknown) => log.warn('the lease could not be renewed', { error }))
      .finally(() => (beating = false));
  }, BEAT_MS);
  if (stopping.aborted) abort();
  else stopping.addEventListener('abort', abort, { once: true });

  return {
    signal: controller.signal,
    async check() {
      if (stopping.aborted) throw new StoppingError();
      cancelled ||= await isCancelRequested(sql, lease.householdId, syncId);
      if (cancelled) throw new SyncCancelledError();
      if (lost) throw new FencedError();
    },
    end() {
      clearInterval(timer);
      stopping.removeEventListener('abort', abort);
    },
  };
}
