import { sleepFor } from '../../platform/backoff.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Sql } from '../../postgres/connect.ts';
import type { Log } from '../../platform/log.ts';
import { createCircuitBreaker } from '../limit/circuit-breaker.ts';
import { createProviderClient } from './client.ts';
import type { ClientOptions } from './client.ts';
import { createHostCircuit } from '../limit/host-circuit.ts';
import { createRateLimiter } from '../limit/rate-limit.ts';
import type { RateLimiterOptions } from '../limit/rate-limit.ts';
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
} & Partial<Pick<RateLimiterOptions, 'patienceMs' | 'lookEveryMs' | 'storePatienceMs' | 'sleep'>> &
  Pick<ClientOptions, 'isAwaited' | 'random'>;

/** Waits this short are unnoticeable; longer ones are reported to the caller. */
const SHORT_WAIT_MS = 500;

/** Opens the configured provider; connects on first use. */
export function openProvider(dependencies: ProviderDependencies): Provider {
  const { config, log, clock } = dependencies;
  const settings = providerSettings(config);
  const windowMs = 60_000;
  const limiter = createRateLimiter({
    patienceMs: () => SHORT_WAIT_MS,
    sleep: sleepFor,
    ...dependencies,
    perCredential: { slots: settings.perMinute, windowMs },
    perHost: { slots: settings.totalPerMinute, windowMs },
  });
  const breaker = createCircuitBreaker(clock);
  const hostCircuit = createHostCircuit(dependencies, providerHost(config));
  const rawLog = settings.debugRaw ? createRawLog(log) : undefined;
  return {
    clientFor: (apiKey, beforeAsking) =>
      createProviderClient({
        sleep: sleepFor,
        ...dependencies,
        settings,
        apiKey,
        limiter,
        breaker,
        hostCircuit,
        rawLog,
        beforeAsking,
      }),
  };
}
