import { signChanges } from '../../shared/changes/sign-changes.ts';
import { analyzeAfter } from '../../shared/postgres/analyze-changed.ts';
import { throughOutages } from '../../shared/platform/backoff.ts';
import { openSecret } from '../../shared/platform/crypto.ts';
import { isDatabaseAway } from '../../shared/platform/connection-errors.ts';
import { applyRules, syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import type { Payload } from '../../shared/queue/runs/run-kind.ts';
import { syncsEnded } from '../../shared/platform/metrics/series.ts';
import { addToOrigin } from '../../shared/platform/origin.ts';
import { LONGEST_WAIT_MS } from '../../shared/sync/limit/call-outcome.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import { providerHost } from '../../shared/sync/client/settings.ts';
import { findConnection } from '../../shared/sync/store/provider-connections.ts';
import { judgedOutage } from '../../shared/queue/readiness.ts';
import { insertScheduledRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { hasWaitingRuleWork } from '../../shared/rules/store/rule-work.ts';
import {
  countDeath,
  countFencedWrite,
  markRunning,
  markWaiting,
} from '../../shared/sync/store/sync-progress.ts';
import { findHold, findInterruption, markHeld } from '../../shared/sync/store/held-syncs.ts';
import { findSync } from '../../shared/sync/store/syncs.ts';
import { readZoneAt } from '../../shared/sync/store/zone-at.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import type { JobEnd, JobRun } from '../frame/context.ts';
import { HeldError, RateLimitedError } from '../frame/errors.ts';
import { isOwnFault } from '../frame/faults.ts';
import { withLease } from '../frame/with-lease.ts';
import type { HeldLease, LeasedWork } from '../frame/with-lease.ts';
import { cautiously } from './cautiously.ts';
import { discoverAccounts } from './discover-accounts.ts';
import { endOf, endRun, jobEndOf } from './end-run.ts';
import type { RunEnd } from './end-run.ts';
import { limitOf, note, noteOf } from './notes.ts';
import { reconcilePartly, syncAccounts } from './sync-accounts.ts';
import { accountsOf, DEATHS_MAX, SyncCancelledError, SyncFailedError } from './sync-scope.ts';
import type { LeasedRun, SyncContext, SyncScope } from './sync-scope.ts';

/** Used if the provider does not state a wait. */
const UNKNOWN_WAIT_MS = 5000;
/** A restart of Postgres takes seconds; a redelivery by the queue takes much longer. */
const RESTARTS = {
  isAway: isDatabaseAway,
  patienceMs: 60_000,
  waits: { firstMs: 250, longestMs: 5000 },
};

/**
 * Runs one sync from its checkpoint. Safe to run twice, concurrently or in sequence: the lease admits one worker per connection,
 * every commit is fenced, and a finished run stays as it is. Throws RateLimitedError, HeldError, StoppingError, or whatever the
 * queue should retry.
 */
export async function syncConnection(
  context: SyncContext,
  payload: Payload<'sync_id'>,
  run: JobRun,
): Promise<JobEnd | null> {
  const { sql } = context;
  const { household_id: householdId, sync_id: syncId } = payload;
  const outage = judgedOutage(context, 'syncs', ['postgres']);
  // The run waits in its place and continues from its checkpoint, unless another worker took the lease meanwhile.
  const persist = <T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> =>
    throughOutages(step, { ...RESTARTS, outage }, signal);
  const sync = await persist(run.signal, () => findSync(sql, householdId, syncId));
  if (sync === null || sync.finishedAt !== null) return null;
  addToOrigin({ connection_id: sync.connectionId });
  await persist(run.signal, () => requireFree(context, sync));
  const work: LeasedWork = {
    kind: syncConnectionJob.lease,
    householdId,
    resource: sync.connectionId,
    persist,
    watch: async () => {
      const why = await findInterruption(sql, sync, providerHost(context.config));
      if (why === 'cancelled') return new SyncCancelledError();
      return why === null ? null : new HeldError(why);
    },
    onVanished: (tx) => countDeath(tx, sync),
    onLost: () => countFencedWrite(sql, sync),
  };
  return withLease(context, work, run, (held) => goOn(context, payload, run, held));
}

/** Throws HeldError if the run is held back, and stores that on its row. */
async function requireFree({ sql, clock, config }: SyncContext, sync: Sync): Promise<void> {
  const now = clock.now();
  const reason = await findHold(sql, sync, { provider: providerHost(config), now });
  if (reason === null) return;
  await markHeld(sql, sync, reason, now);
  throw new HeldError(reason);
}

/** Works on the run under the lease, from its checkpoint. */
async function goOn(
  context: SyncContext,
  { household_id: householdId, sync_id: syncId }: Payload<'sync_id'>,
  run: JobRun,
  held: HeldLease,
): Promise<JobEnd | null> {
  const { sql } = context;
  const connection = await findConnection(sql, householdId, held.lease.resource);
  const current = await findSync(sql, householdId, syncId);
  if (connection === null || current === null || current.finishedAt !== null) return null;
  const leased: LeasedRun = {
    context,
    householdId,
    connectionId: connection.id,
    syncId,
    used: connection,
    signal: held.signal,
    report: run.report,
    write: (work) =>
      held.write(async (tx) => {
        await signChanges(tx, { by: 'sync', id: syncId });
        return work(tx);
      }),
    checkGoing: () => held.check(),
  };
  return performRun(leased, current, run);
}

async function performRun(leased: LeasedRun, sync: Sync, run: JobRun): Promise<JobEnd | null> {
  const { context, householdId, connectionId, syncId } = leased;
  const { clock, log, sql } = context;
  const live = await leased.write((tx) => markRunning(tx, sync, clock.now()));
  if (!live) return null;
  let end: RunEnd;
  try {
    await leased.checkGoing();
    if (sync.deaths >= DEATHS_MAX) throw new SyncFailedError('worker_lost');
    const key = openKey(leased);
    const scope: SyncScope = {
      ...leased,
      zoneAt: await readZoneAt(sql, householdId),
      client: context.provider.clientFor(key),
      clientFor: (beforeAsking) => context.provider.clientFor(key, beforeAsking),
    };
    if (sync.discoveredAt === null) {
      await discoverAccounts(await cautiously(scope, { ...sync, table: 'syncs' }));
    }
    const found = await accountsOf(scope);
    run.report.progress({ accounts: found.length });
    run.report.step(`${found.length} accounts to read`);
    await syncAccounts(scope, sync.deadlineAt);
    end = endOf(await accountsOf(scope));
  } catch (error) {
    end = await endOfFailure(leased, sync, run, await reasonOf(leased, error));
  }
  const accounts = await accountsOf(leased);
  const { suspended, ruleRunId } = await leased.write(async (tx) => ({
    suspended: await endRun(tx, leased, end, accounts, clock.now()),
    ruleRunId: (await hasWaitingRuleWork(tx, householdId, { ofImports: false }))
      ? await insertScheduledRuleRun(tx, householdId, 'sync')
      : null,
  }));
  const jobEnd = jobEndOf(end, accounts);
  await analyzeAfter(context.sql, jobEnd.counts?.['created'] ?? 0);
  if (ruleRunId !== null) await queueRun(context, applyRules, { householdId, id: ruleRunId });
  syncsEnded.inc({ status: jobEnd.status, code: jobEnd.code ?? '' });
  log.info(`sync ended as ${end.status}`, {
    household_id: householdId,
    connection_id: connectionId,
    run_id: syncId,
    ...jobEnd,
  });
  if (suspended) {
    log.warn('a connection is suspended: its runs failed for too long', {
      household_id: householdId,
      connection_id: connectionId,
      code: jobEnd.code,
    });
  }
  return jobEnd;
}

/** The provider key in plain text. It exists only in memory, for the duration of the run. */
function openKey({ context, used }: LeasedRun): string {
  const ring = context.config.credentialKeys;
  if (ring === null) throw new SyncFailedError('credential_unreadable');
  try {
    return openSecret(ring, used.credential, used.id);
  } catch {
    throw new SyncFailedError('credential_unreadable');
  }
}

/** An aborted request failed because of its signal: returns the reason to stop. */
async function reasonOf(scope: LeasedRun, error: unknown): Promise<unknown> {
  if (!scope.signal.aborted) return error;
  try {
    await scope.checkGoing();
    return error;
  } catch (reason) {
    return reason;
  }
}

/** Ends a run that cannot continue. Throws if the run has not ended but waits or is retried. */
async function endOfFailure(
  scope: LeasedRun,
  sync: Sync,
  run: JobRun,
  error: unknown,
): Promise<RunEnd> {
  if (error instanceof SyncCancelledError) return { status: 'cancelled', errors: [] };
  if (error instanceof SyncFailedError) {
    return { status: 'failed', errors: [note(error.code)] };
  }
  if (error instanceof ProviderError) {
    if (error.kind === 'rate_limited') return waitOrEnd(scope, sync, error);
    if (error.kind === 'host_down') return hold(scope, sync, new HeldError('provider_down'));
    const requiresUpdate = error.stopsTheRun ? error.code : undefined;
    return { status: 'failed', errors: [noteOf(error)], requiresUpdate };
  }
  if (error instanceof HeldError) return hold(scope, sync, error);
  if (!run.isLastAttempt || !isOwnFault(error)) throw error;
  scope.context.log.error('a sync failed for good', { run_id: scope.syncId, error });
  return { status: 'failed', errors: [note('internal_error')] };
}

/** Puts the run on hold; it continues from its checkpoint once released. */
async function hold(scope: LeasedRun, sync: Sync, error: HeldError): Promise<never> {
  await scope.write((tx) => markHeld(tx, sync, error.code, scope.context.clock.now()));
  throw error;
}

async function waitOrEnd(scope: LeasedRun, sync: Sync, error: ProviderError): Promise<RunEnd> {
  const { clock } = scope.context;
  const retryAfterMs = error.retryAfterMs ?? UNKNOWN_WAIT_MS;
  const until = new Date(clock.now().getTime() + retryAfterMs);
  const tooLong = until > sync.deadlineAt;
  if (retryAfterMs <= LONGEST_WAIT_MS && !tooLong) {
    await scope.write((tx) => markWaiting(tx, sync, until, clock.now()));
    throw new RateLimitedError(retryAfterMs, limitOf(scope.context.config, error));
  }
  const reading = (await accountsOf(scope)).find(({ status }) => status === 'running');
  if (reading !== undefined) await reconcilePartly(scope, reading.id);
  const errors = [noteOf(error), ...(tooLong ? [note('wait_too_long')] : [])];
  return { status: 'rate_limited', errors, retryAfterMs };
}
