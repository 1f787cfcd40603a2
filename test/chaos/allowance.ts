import type { SandboxProvider } from '../../sandbox-provider/server.ts';

type KeyStats = { requests: number; refused: number; max_in_window: number };
type Sample = { at: number; requests: number };
type Span = { from: number; to: number };

export type AllowanceReport = ReturnType<ReturnType<typeof followAllowance>['report']>;

/**
 * Follows the sandbox's own counters; call `sample` often. "While there is work" is from a key's first
 * request until the last allowance that it needs begins: takeovers after kills count in full. What is used
 * is compared with a client that wastes nothing and, as every client, cannot ask while a datastore is down.
 */
export function followAllowance(sandbox: SandboxProvider, slots: number, windowMs: number) {
  const samples = new Map<string, Sample[]>();
  const outages: Span[] = [];
  const stats = () => sandbox.admin('GET', '/stats') as { keys: Record<string, KeyStats> };

  /** When a client that wastes nothing would have made its request of that number, the first one at `from`. */
  const perfectMoment = (from: number, number: number): number => {
    const moments: number[] = [];
    for (let index = 0; index < number; index += 1) {
      let at = Math.max(moments.at(-1) ?? from, (moments[index - slots] ?? -Infinity) + windowMs);
      for (const outage of outages) if (at >= outage.from && at < outage.to) at = outage.to;
      moments.push(at);
    }
    return moments.at(-1) ?? from;
  };
  const usedOf = (list: Sample[]): number => {
    const [first] = list;
    const total = list.at(-1)?.requests ?? 0;
    // The allowance comes in bursts: request number n × slots + 1 opens the n-th after the first.
    const number = Math.floor((total - 1) / slots) * slots + 1;
    const last = list.find(({ requests }) => requests >= number);
    if (first === undefined || last === undefined || last.at <= first.at) return 0;
    return (perfectMoment(first.at, number) - first.at) / (last.at - first.at);
  };
  const windowsOf = (list: Sample[]): number[] => {
    const start = list[0]?.at ?? 0;
    const counts: number[] = [];
    let before = 0;
    for (const { at, requests } of list) {
      const index = Math.floor((at - start) / windowMs);
      while (counts.length <= index) counts.push(0);
      counts[index] = (counts[index] ?? 0) + requests - before;
      before = requests;
    }
    return counts;
  };

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
    /** A datastore was down while this ran. */
    async outage(work: () => Promise<void>): Promise<void> {
      const from = performance.now();
      await work();
      outages.push({ from, to: performance.now() });
    },
    /** What became of the allowance of the provider keys. */
    report() {
      const all = Object.entries(stats().keys);
      const lists = all.map(([key]) => samples.get(key) ?? []);
      return {
        requests: all.reduce((sum, [, key]) => sum + key.requests, 0),
        refused: all.reduce((sum, [, key]) => sum + key.refused, 0),
        /** The largest number of requests of any key in any window. */
        mostInWindow: Math.max(...all.map(([, key]) => key.max_in_window)),
        /** Lowest share of a key that was used while there was work; 0 to 1. */
        used: Math.min(...lists.map(usedOf)),
        /** For each key the requests of one window after the other, to see where allowance was left. */
        windows: lists.map(windowsOf),
      };
    },
  };
}
