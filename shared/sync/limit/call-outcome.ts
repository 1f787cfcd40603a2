import { ProviderError } from '../client/errors.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { HostCircuit } from './host-circuit.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Caller } from './take-slot.ts';

/** What holds calls back, and learns from their outcomes. */
export interface Guards {
  limiter: RateLimiter;
  breaker: CircuitBreaker;
  hostCircuit: HostCircuit;
  /** 0 ≤ n < 1. */
  random?: (() => number) | undefined;
}

/** A longer rate-limit wait ends a run instead of delaying it. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** Admits a call, or throws host_down, or circuit_open before the first try. True: the call is the probe of a host that is down. */
export async function admit(
  { hostCircuit, breaker }: Guards,
  { credential }: Caller,
  tries: number,
): Promise<boolean> {
  const host = await hostCircuit.ask();
  if (typeof host === 'number') throw new ProviderError('host_down', { retryAfterMs: host });
  if (host === 'probe') return true;
  const restMs = tries === 1 ? breaker.ask(credential) : null;
  if (restMs !== null) throw new ProviderError('circuit_open', { retryAfterMs: restMs });
  return false;
}

export async function answered(
  { hostCircuit, breaker }: Guards,
  { credential }: Caller,
): Promise<void> {
  breaker.succeeded(credential);
  await hostCircuit.succeeded();
}

/**
 * Reports the outcome of a failed call to breakers and limiter, and adds the wait that a bare 429 leaves open. A limit does not
 * block the credential's other requests if it belongs to one account, or if it may and outlasts the caller's patience.
 */
export async function settled(
  options: Guards,
  caller: Caller,
  error: unknown,
  { url, isProbe }: { url: URL; isProbe: boolean },
): Promise<unknown> {
  const { limiter, breaker, hostCircuit, random = Math.random } = options;
  const { credential } = caller;
  if (
    !(error instanceof ProviderError) ||
    error.kind === 'cancelled' ||
    error.reason === 'own_limit'
  ) {
    breaker.unknown(credential);
    if (isProbe) await hostCircuit.returned();
    return error;
  }
  if (error.kind === 'unavailable') {
    const retryAfterMs = await hostCircuit.failed(credential, error);
    if (retryAfterMs !== null) {
      // The failure says nothing about the key.
      breaker.unknown(credential);
      return new ProviderError('host_down', { retryAfterMs, reason: error.reason });
    }
  }
  if (error.kind === 'unavailable' || error.kind === 'invalid_response') breaker.failed(credential);
  else await answered(options, caller);
  if (error.kind !== 'rate_limited') return error;
  const retryAfterMs = error.retryAfterMs ?? limiter.unknownWaitMs(credential, random());
  const isOfAnAccount = /\/accounts\/[^/]+\//.test(url.pathname);
  const scope = isOfAnAccount ? error.scope : 'credential';
  if (scope === 'credential' || (scope === 'unknown' && retryAfterMs <= LONGEST_WAIT_MS)) {
    await limiter.block({ credential, waitMs: retryAfterMs });
  }
  return new ProviderError('rate_limited', { status: error.status, retryAfterMs, scope });
}
