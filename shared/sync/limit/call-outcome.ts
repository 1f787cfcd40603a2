import { ProviderError } from '../client/errors.ts';
import type { HostCircuit } from './host-circuit.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What keeps calls back, and learns from how they end. */
interface Guards {
  limiter: RateLimiter;
  hostCircuit: HostCircuit;
  random?: () => number;
}

/** A longer rate-limit wait ends a run instead of delaying it. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** After so many calls in a row that failed with all their tries a run has no use for more: the host may answer others. */
const FAILURES_MAX = 5;

/** Who calls. */
export interface Caller {
  /** Its name in limits. */
  credential: string;
  host: string;
  /** Its calls in a row that failed for a reason on the provider's side. */
  failuresInRow: number;
}

/** Whether the call is the probe of a host that is down. Throws host_down or circuit_open. */
export async function admit({ hostCircuit }: Guards, caller: Caller): Promise<boolean> {
  const host = await hostCircuit.ask();
  if (typeof host === 'number') throw new ProviderError('host_down', { retryAfterMs: host });
  if (host === 'probe') return true;
  if (caller.failuresInRow >= FAILURES_MAX) throw new ProviderError('circuit_open');
  return false;
}

/** The provider works, even if it answered with an error that is not its fault. */
export async function answered({ hostCircuit }: Guards, caller: Caller): Promise<void> {
  caller.failuresInRow = 0;
  await hostCircuit.succeeded();
}

/**
 * Reports the outcome of a failed call to whoever keeps calls back; adds the wait that a bare 429 leaves open. A limit that
 * belongs to one account, or may and outlasts the caller's patience, does not block the credential's other
 * requests.
 */
export async function settled(
  options: Guards,
  caller: Caller,
  error: unknown,
  { url, isProbe }: { url: URL; isProbe: boolean },
): Promise<unknown> {
  const { limiter, hostCircuit, random = Math.random } = options;
  const { credential } = caller;
  if (!(error instanceof ProviderError) || error.kind === 'cancelled' || isOwnLimit(error)) {
    if (isProbe) await hostCircuit.returned();
    return error;
  }
  if (error.kind === 'unavailable') {
    const retryAfterMs = await hostCircuit.failed(credential, error);
    // It says nothing about the key.
    if (retryAfterMs !== null)
      return new ProviderError('host_down', { retryAfterMs, reason: error.reason });
  }
  if (error.kind === 'unavailable' || error.kind === 'invalid_response') caller.failuresInRow += 1;
  else await answered(options, caller);
  if (error.kind !== 'rate_limited') return error;
  const retryAfterMs = error.retryAfterMs ?? limiter.unknownWaitMs(credential, random());
  const scope = isOfAnAccount(url) ? error.scope : 'credential';
  if (scope === 'credential' || (scope === 'unknown' && retryAfterMs <= LONGEST_WAIT_MS)) {
    await limiter.block({ credential, waitMs: retryAfterMs });
  }
  return new ProviderError('rate_limited', { status: error.status, retryAfterMs, scope });
}

function isOfAnAccount(url: URL): boolean {
  return /\/accounts\/[^/]+\//.test(url.pathname);
}

function isOwnLimit(error: unknown): boolean {
  return error instanceof ProviderError && error.reason === 'own_limit';
}
