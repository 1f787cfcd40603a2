import type { Clock } from '../../platform/clock.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 15 * 60_000;

type Circuit = { failures: number; openUntil: number; restMs: number; probing: boolean };

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/**
 * Pauses requests with a key whose calls fail while the host answers others; keys fail independently. State is per process: the
 * breaker saves pointless calls but guards no limit, so a few extra calls from other processes cost less than a shared write per
 * request.
 */
export function createCircuitBreaker(clock: Clock) {
  const circuits = new Map<string, Circuit>();
  const isOpen = (circuit: Circuit): boolean => circuit.failures >= FAILURES_TO_OPEN;
  return {
    /**
     * Asks to make a call. null: allowed, and the caller must report the outcome. A number: wait this many milliseconds. While one
     * caller probes after a pause, all others wait.
     */
    ask(credential: string): number | null {
      const circuit = circuits.get(credential);
      if (circuit === undefined || !isOpen(circuit)) return null;
      const now = clock.now().getTime();
      const waitMs = Math.max(circuit.openUntil - now, circuit.probing ? 1000 : 0);
      if (waitMs > 0) return waitMs;
      circuit.probing = true;
      return null;
    },
    /** The provider worked, even if it answered with an error that is not its fault. */
    succeeded: (credential: string): void => void circuits.delete(credential),
    /** A call failed with all its retries, for a reason on the provider's side. */
    failed(credential: string): void {
      const fresh = { failures: 0, openUntil: 0, restMs: 0, probing: false };
      const circuit = circuits.get(credential) ?? fresh;
      circuits.set(credential, circuit);
      circuit.failures += 1;
      circuit.probing = false;
      if (!isOpen(circuit)) return;
      circuit.restMs =
        circuit.restMs === 0 ? FIRST_REST_MS : Math.min(circuit.restMs * 2, LONGEST_REST_MS);
      circuit.openUntil = clock.now().getTime() + circuit.restMs;
    },
    /** The call ended without an outcome (cancelled, held back by our own limiter, or the host is down for everyone). */
    unknown(credential: string): void {
      const circuit = circuits.get(credential);
      if (circuit !== undefined) circuit.probing = false;
    },
  };
}
