import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { lastOnly } from '../../shared/platform/last-only.ts';
import { takeovers } from '../../shared/platform/metrics/series.ts';
import { judgedOutage } from '../../shared/queue/readiness.ts';
import {
  LeaseLostError,
  acquireLease,
  releaseLease,
  renewLease,
  requireLease,
  updateLeaseProgress,
  writeFenced,
} from '../../shared/queue/leases.ts';
import type { Lease, LeaseKey, LeaseProgress } from '../../shared/queue/leases.ts';
import { abortableTransaction } from './abortable-transaction.ts';
import type { JobRun, WorkerContext } from './context.ts';
import { RateLimitedError, StalledError, StoppingError } from './errors.ts';

/** A delivery that overlaps another one retries this long after the lease's end. */
const AFTER_LEASE_MS = 200;

/**
 * How long a silent holder keeps its lease, and how often it renews it. The steps of a sync are short, so another worker may take
 * over soon; imports and rules block the event loop for longer.
 */
const timesOf = (kind: string): { leaseMs: number; beatMs: number } =>
  kind === 'sync' ? { leaseMs: 5000, beatMs: 1250 } : { leaseMs: 20_000, beatMs: 2000 };

/** Work that only one worker does at a time. */
export interface LeasedWork extends LeaseKey {
  /** Called at each renewal and each `check`: returns the error that should end the work, or null. */
  watch?: () => Promise<Error | null>;
  /** Gives the lease up (StalledError) when `progress` was not called for this long. Default: never. */
  stalledAfterMs?: number;
  /** How to acquire the lease and do the work, e.g. retrying after an outage. Default: once. */
  persist?: <T>(signal: AbortSignal, step: () => Promise<T>) => Promise<T>;
  /** Runs in the transaction that takes over the lease of a vanished holder. */
  onVanished?: (tx: Tx) => Promise<void>;
  /** Called when another worker has taken the lease; the job then ends normally. */
  onLost?: () => Promise<void>;
}

export interface HeldLease {
  readonly lease: Lease;
  /** Aborts with the reason to end the work: StoppingError, LeaseLostError, StalledError or what `watch` returned. */
  readonly signal: AbortSignal;
  /** A short transaction. Commits only while the lease is ours, even after the signal has aborted. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A long transaction that the signal ends, even within a statement. It checks the lease at the end, so that a frozen process does
   * not block its successor.
   */
  writeLong<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Call it between steps: throws if the work should end. */
  check(): Promise<void>;
  progress(): void;
  /**
   * Shows the progress, even from within `writeLong`: it uses another connection, which the transaction does not wait for. Never
   * throws. While one update is being sent, only the latest of the following ones is kept.
   */
  readonly show: (progress: LeaseProgress) => void;
}

/**
 * Does work under its lease, which is renewed meanwhile and released at the end. The lease survives an outage of
 * Postgres: the token decides at the next write. Throws RateLimitedError while another worker holds the lease. Null when the
 * lease was lost.
 */
export async function withLease<Result>(
  context: WorkerContext,
  work: LeasedWork,
  run: JobRun,
  routine: (held: HeldLease) => Promise<Result>,
): Promise<Result | null> {
  const { sql, log } = context;
  const persist: typeof work.persist = work.persist ?? ((_signal, step) => step());
  const { kind, resource } = work;
  const lease = await persist(run.signal, () =>
    sql.begin(async (tx) => {
      const taken = await acquireLease(tx, work, run.jobId, timesOf(kind).leaseMs);
      if ('token' in taken && taken.holderVanished) await work.onVanished?.(tx);
      return taken;
    }),
  );
  if ('heldForMs' in lease) {
    const waitMs = lease.heldForMs + AFTER_LEASE_MS;
    throw new RateLimitedError(waitMs, 'another worker has its lease, or vanished with it');
  }
  if (lease.holderVanished) {
    takeovers.inc({ kind });
    log.warn('a run is taken over: its worker vanished', { kind, resource });
  }
  const { held, stop } = holdLease(context, work, lease, run);
  try {
    return await persist(held.signal, () => routine(held));
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    log.warn('the lease is lost: another worker continues, or the run has ended', {
      kind,
      resource,
    });
    await work.onLost?.();
    return null;
  } finally {
    stop();
    await releaseLease(sql, lease).catch((error: unknown) => {
      renewals(context).failed(error);
      void releaseLater(sql, lease);
    });
  }
}

const RELEASED_AFTER_MS = 1000;
/** Ten minutes: a longer outage is reported as one. */
const RELEASES_MAX = 600;

/** Releases the lease once Postgres is back: an expired one would make its next holder report a worker that vanished. */
async function releaseLater(sql: Sql, lease: Lease): Promise<void> {
  for (let tries = 0; tries < RELEASES_MAX; tries += 1) {
    await delay(RELEASED_AFTER_MS, undefined, { ref: false });
    const isReleased = await releaseLease(sql, lease).then(
      () => true,
      () => false,
    );
    if (isReleased) return;
  }
}

const renewals = (context: WorkerContext) =>
  judgedOutage(context, 'renewal of leases', ['postgres']);

/** Renews a lease in the background, and watches for reasons to end the work. */
function holdLease(
  context: WorkerContext,
  work: LeasedWork,
  lease: Lease,
  { signal: stopping, report }: JobRun,
): { held: HeldLease; stop: () => void } {
  const { sql, clock } = context;
  const controller = new AbortController();
  const { signal } = controller;
  const end = (reason: Error): void => controller.abort(reason);
  const endStopping = (): void => end(new StoppingError());
  const { leaseMs, beatMs } = timesOf(lease.kind);
  let lastProgress = clock.now().getTime();
  let beating = false;
  const look = async (): Promise<void> => {
    const reason = (await work.watch?.()) ?? null;
    if (reason !== null) end(reason);
  };
  const beat = async (): Promise<void> => {
    const silentMs = clock.now().getTime() - lastProgress;
    if (silentMs > (work.stalledAfterMs ?? Infinity)) end(new StalledError(silentMs));
    else if (!(await renewLease(sql, lease, leaseMs))) end(new LeaseLostError());
    else await look();
    renewals(context).worked();
  };
  const timer = setInterval(() => {
    if (beating || signal.aborted) return;
    beating = true;
    beat()
      // A missed renewal does not stop the work: the fence decides at the next commit.
      .catch((error: unknown) => renewals(context).failed(error, { kind: lease.kind }))
      .finally(() => (beating = false));
  }, beatMs);
  if (stopping.aborted) endStopping();
  else stopping.addEventListener('abort', endStopping, { once: true });
  const showInLease = lastOnly((progress: LeaseProgress) =>
    updateLeaseProgress(sql, lease, progress),
  );
  const held: HeldLease = {
    lease,
    signal,
    write: (write) => writeFenced(sql, lease, write),
    writeLong: (write) =>
      abortableTransaction(sql, signal, async (tx) => {
        const result = await write(tx);
        await requireLease(tx, lease);
        return result;
      }),
    async check() {
      signal.throwIfAborted();
      await look();
      signal.throwIfAborted();
    },
    progress: () => (lastProgress = clock.now().getTime()),
    show(progress) {
      report.progress({ step: progress.step, rows: progress.rowsDone });
      showInLease(progress);
    },
  };
  const stop = (): void => {
    clearInterval(timer);
    stopping.removeEventListener('abort', endStopping);
  };
  return { held, stop };
}
