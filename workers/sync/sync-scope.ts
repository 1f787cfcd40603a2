import type { ProviderClient } from '../../shared/sync/client/types.ts';
import type { UsedSettings } from '../../shared/sync/store/connection-syncs.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { WorkerContext } from '../frame/context.ts';
import type { JobReport } from '../frame/job-report.ts';
import type { HeldLease } from '../frame/with-lease.ts';

/** What belongs in this folder: the job `sync-connection`, one step per file. */

/** A worker's context with a way to speak to the provider. */
export interface SyncContext extends WorkerContext {
  /** One per process: it holds the limiter and the breaker of all credentials. */
  provider: {
    /** A client for one credential. `beforeAsking` is called when a request may go out. */
    clientFor(apiKey: string, beforeAsking?: () => Promise<void>): ProviderClient;
  };
}

/** Everything a step needs. */
export interface SyncScope extends LeasedRun {
  timeZone: string;
  client: ProviderClient;
  /** Another client of the connection; `beforeAsking` is called when a request may go out. */
  clientFor(beforeAsking: () => Promise<void>): ProviderClient;
}

/** One run that holds its lease. */
export interface LeasedRun {
  context: SyncContext;
  householdId: string;
  connectionId: string;
  syncId: string;
  /** The connection as the run found it: both may change while it runs. */
  used: UsedSettings;
  /** Aborts when the worker stops, the run is cancelled or the lease is lost. */
  signal: AbortSignal;
  /** Where the run says how far it is. */
  report: JobReport;
  /** Commits only while the lease is ours. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Between pages and steps: throws StoppingError, SyncCancelledError or LeaseLostError when it is time. */
  checkGoing(): Promise<void>;
}

/** Writes that commit only while the lease is ours, and of which the log of changes says which sync made them. */
export const signedWrites =
  (held: Pick<HeldLease, 'write'>, syncId: string): LeasedRun['write'] =>
  (work) =>
    held.write(async (tx) => {
      await signChanges(tx, { by: 'sync', id: syncId });
      return work(tx);
    });

/** A person asked the run to stop. */
export class SyncCancelledError extends Error {
  override readonly name = 'SyncCancelledError';

  constructor() {
    super('the sync was cancelled');
  }
}

/** The run as a whole cannot continue; `code` says why. */
export class SyncFailedError extends Error {
  override readonly name = 'SyncFailedError';
  readonly code: 'accounts_empty' | 'credential_unreadable' | 'worker_lost';

  constructor(code: SyncFailedError['code']) {
    super(code);
    this.code = code;
  }
}

/**
 * So many workers may vanish at one place of a run: what ends a process would come again. The first may have vanished for
 * any reason; the five after it did while they were at work there. Whatever ends workers that often, a run beside it loses
 * more by being left out than a run that ends workers costs by two more of them.
 */
export const DEATHS_MAX = 6;
