import type { Clock } from '../clock.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 15 * 60_000;

/**
 * Gives a failing provider a rest. One process's memory: the breaker spares useless calls, it does not
 * guard a limit, so a few more calls by other processes cost less than a shared write per request would.
 */
export type CircuitBreaker = {
  /**
   * Asks for permission to call. null: go ahead, and report the outcome. A number: wait so many
   * milliseconds. While one caller probes after a rest, the others wait on.
   */
  ask(scopes: readonly string[]): number | null;
  /** The provider answered as a provider does, an error that is not its fault included. */
  succeeded(scopes: readonly string[]): void;
  /** A whole call failed, all its tries included, for a reason that is the provider's. */
  failed(scopes: readonly string[]): void;
  /** The call ended without telling anything (cancelled, held back by our own limiter). */
  unknown(scopes: readonly string[]): void;
};

type Circuit = { failures: number; openUntil: number; restMs: number; probing: boolean };

/** Scopes fail on their own: a host, a credential on a host. Any open one stops the call. */
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
