import type { Clock } from '../clock.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 15 * 60_000;

/**
 * Pauses requests to a failing provider. State is per process: the breaker saves pointless calls but guards no
 * limit, so a few extra calls from other processes cost less than a shared write per request.
 */
export type CircuitBreaker = {
  /**
   * Asks to make a call. null: allowed, and the caller reports the outcome. A number: wait this many milliseconds.
   * While one caller probes after a pause, all others wait.
   */
  ask(scopes: readonly string[]): number | null;
  /** The provider worked, even if it answered with an error that is not its fault. */
  succeeded(scopes: readonly string[]): void;
  /** A call failed with all its retries, for a reason on the provider's side. */
  failed(scopes: readonly string[]): void;
  /** The call ended without an outcome (cancelled, or held back by our own limiter). */
  unknown(scopes: readonly string[]): void;
};

type Circuit = { failures: number; openUntil: number; restMs: number; probing: boolean };

/** Scopes fail independently: a host, and a credential on a host. An open one blocks the call. */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  const circuits = new Map<string, Circuit>();
  const known = (scopes: readonly string[]): Circuit[] =>
    scopes.flatMap((scope) => circuits.get(scope) ?? []);
  const isOpen = (circuit: Circuit): boolean => circuit.failures >= FAILURES_TO_OPEN;
  return {
    ask(scopes) {
      const now = clock.now().getTime();
      const open = known(scopes).filter(isOpen);
      const waits = open.map((circuit) =>
        Math.max(circuit.openUntil - now, circuit.probing ? 1000 : 0),
      );
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) return waitMs;
      for (const circuit of open) circuit.probing = true;
      return null;
    },
    succeeded(scopes) {
      for (const scope of scopes) circuits.delete(scope);
    },
    failed(scopes) {
      const now = clock.now().getTime();
      for (const scope of scopes) {
        const circuit = circuits.get(scope) ?? {
          failures: 0,
          openUntil: 0,
          restMs: 0,
          probing: false,
        };
        circuits.set(scope, circuit);
        circuit.failures += 1;
        circuit.probing = false;
        if (!isOpen(circuit)) continue;
        circuit.restMs =
          circuit.restMs === 0 ? FIRST_REST_MS : Math.min(circuit.restMs * 2, LONGEST_REST_MS);
        circuit.openUntil = now + circuit.restMs;
      }
    },
    unknown(scopes) {
      for (const circuit of known(scopes)) circuit.probing = false;
    },
  };
}
