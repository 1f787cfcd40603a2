import type { SandboxProvider } from '../../sandbox-provider/server.ts';

/** The tail, when the last runs only wait for the takeover of a killed worker's jobs, is no full work. */
const counted = 0.9;

type KeyStats = { requests: number; refused: number; max_in_window: number };
type Sample = { at: number; requests: number };

/** What became of the allowance of the provider keys. */
export type AllowanceReport = {
  requests: number;
  refused: number;
  /** The largest number of requests of any key in any window. */
  mostInWindow: number;
  /** Lowest share of a key, from its first request until 90 % of its requests were made; 0 to 1. */
  used: number;
};

/** Follows the sandbox's own counters; call `sample` often. */
export function followAllowance(sandbox: SandboxProvider, slots: number, windowMs: number) {
  const samples = new Map<string, Sample[]>();
  const stats = () => sandbox.admin('GET', '/stats') as { keys: Record<string, KeyStats> };
  return {
    /** Requests so far. */
    sample(): number {
      let total = 0;
      for (const [key, { requests }] of Object.entries(stats().keys)) {
        total += requests;
        const list = samples.get(key) ?? [];
        if (list.at(-1)?.requests !== requests) list.push({ at: performance.now(), requests });
        samples.set(key, list);
      }
      return total;
    },
    report(): AllowanceReport {
      const all = Object.entries(stats().keys);
      const shares = all.map(([key, { requests }]) => {
        const list = samples.get(key) ?? [];
        const first = list[0];
        const last = list.find((sample) => sample.requests >= requests * counted);
        if (first === undefined || last === undefined || last.at <= first.at) return 0;
        // The window that a burst opens belongs to it.
        const spanMs = last.at - first.at + windowMs;
        return Math.min(1, last.requests / (slots * (spanMs / windowMs)));
      });
      return {
        requests: all.reduce((sum, [, key]) => sum + key.requests, 0),
        refused: all.reduce((sum, [, key]) => sum + key.refused, 0),
        mostInWindow: Math.max(...all.map(([, key]) => key.max_in_window)),
        used: Math.min(...shares),
      };
    },
  };
}
