import type { Provider } from '../../shared/sync/client/open-provider.ts';
import type { ProviderClient } from '../../shared/sync/client/types.ts';
import type { UsedConnection } from '../../shared/sync/store/connection-syncs.ts';
import { listSyncAccounts } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type { ZoneAt } from '../../shared/sync/store/zone-at.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { WorkerContext } from '../frame/context.ts';
import type { JobReport } from '../frame/job-report.ts';

export interface SyncContext extends WorkerContext {
  provider: Provider;
}

export interface SyncScope extends LeasedRun {
  zoneAt: ZoneAt;
  client: ProviderClient;
  /** Another client of the connection; `beforeAsking` is called right before a request goes out. */
  clientFor(beforeAsking: () => Promise<void>): ProviderClient;
}

export interface LeasedRun {
  context: SyncContext;
  householdId: string;
  connectionId: string;
  syncId: string;
  /** The connection when the run began: its settings may change meanwhile. */
  used: UsedConnection;
  /** Aborts when the worker stops, the run is cancelled or the lease is lost. */
  signal: AbortSignal;
  report: JobReport;
  /** Commits only while the lease is ours. The change log attributes it to the sync. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Call it between pages and steps: throws StoppingError, SyncCancelledError or LeaseLostError if the run should end. */
  checkGoing(): Promise<void>;
}

/** The current state of a run's accounts. */
export function accountsOf(scope: LeasedRun): Promise<SyncAccount[]> {
  return listSyncAccounts(scope.context.sql, scope.householdId, [scope.syncId]);
}

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
 * How many workers may vanish at one step of a run before it is given up. The first may have vanished for any reason; the next five
 * were working there. Two more dead workers cost less than giving up a run that merely shared a process with the one that kills
 * workers.
 */
export const DEATHS_MAX = 6;
