import { sleepFor } from '../../platform/backoff.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Sql } from '../../postgres/connect.ts';
import type { Log } from '../../platform/log.ts';
import { createCircuitBreaker } from '../limit/circuit-breaker.ts';
import { createProviderClient } from './client.ts';
import { createHostCircuit } from '../limit/host-circuit.ts';
import { createRateLimiter } from '../limit/rate-limit.ts';
import { createRawLog } from './raw-log.ts';
import { providerHost, providerSettings } from './settings.ts';
import type { ProviderClient } from './types.ts';

/** One process's access to the provider: one limiter and one breaker for all credentials. */
export type Provider = {
  /** A client for one credential; make one per run or request. `beforeAsking` is called right before a request goes out. */
  clientFor(apiKey: string, beforeAsking?: () => Promise<void>): ProviderClient;
};

export type ProviderDependencies = {
  config: Config;
  sql: Sql;
  log: Log;
  clock: Clock;
  /** How long a request may wait in place for its slot; default half a second. Milliseconds. */
  patienceMs?: () => number;
  /** How often the patience is evaluated again during such a wait; default: never. Milliseconds. */
  lookEveryMs?: number;
  /** Whether others wait for the places of runs; default: no one ever does. */
  isAwaited?: () => boolean;
  /** How long to retry while the store of the limits is down; default: a few seconds. Milliseconds. */
  storePatienceMs?: number;
  /** Waits between retries and for a slot; tests pass one that does not wait. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
};

/** Waits this short are unnoticeable; longer ones are reported to the caller. */
const SHORT_WAIT_MS = 500;

/** Opens the configured provider; connects on first use. */
export function openProvider(dependencies: ProviderDependencies): Provider {
  const { config, sql, log, clock, sleep = sleepFor } = dependencies;
  const settings = providerSettings(config);
  const windowMs = 60_000;
  const limiter = createRateLimiter({
    perCredential: { slots: settings.perMinute, windowMs },
    perHost: { slots: settings.totalPerMinute, windowMs },
    patienceMs: dependencies.patienceMs ?? (() => SHORT_WAIT_MS),
    lookEveryMs: dependencies.lookEveryMs,
    sleep,
    storePatienceMs: dependencies.storePatienceMs,
    log,
    sql,
  });
  const breaker = createCircuitBreaker(clock);
  const hostCircuit = createHostCircuit(dependencies, providerHost(config));
  const rawLog = settings.debugRaw ? createRawLog(log) : undefined;
  return {
    clientFor: (apiKey, beforeAsking) =>
      createProviderClient({
        settings,
        apiKey,
        limiter,
        breaker,
        hostCircuit,
        clock,
        sleep,
        random: dependencies.random,
        rawLog,
        beforeAsking,
        isAwaited: dependencies.isAwaited,
      }),
  };
}
