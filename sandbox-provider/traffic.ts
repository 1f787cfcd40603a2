export type LimitSetting = {
  /** Requests per window and key; 0 turns the limit off (windows are still measured). */
  limit: number;
  windowMs: number;
};

export type RequestEntry = {
  at: string;
  key: string | null;
  path: string;
  query: Record<string, string>;
  /** 0 while unanswered, and when the connection was dropped on purpose. */
  status: number;
};

type KeyTraffic = ReturnType<typeof createKeyTraffic>;

const logLength = 5000;

/** Times are monotonic, in milliseconds: changing the sandbox's clock does not distort the windows. */
export function createTraffic(
  setting: LimitSetting,
  monotonicMs: () => number = () => performance.now(),
) {
  let limit = setting;
  let keys = new Map<string, KeyTraffic>();
  let log: RequestEntry[] = [];
  let startedAt = monotonicMs();

  const trafficOf = (key: string): KeyTraffic => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const fresh = createKeyTraffic();
    keys.set(key, fresh);
    return fresh;
  };

  return {
    /**
     * Counts an arrival. Refused requests count as well, because the limit is on requests made. `waitMs` is 0 within
     * the limit.
     */
    arrive(entry: RequestEntry): { waitMs: number } {
      const now = monotonicMs();
      const traffic = trafficOf(entry.key ?? '(none)');
      log.push(entry);
      if (log.length > logLength) log = log.slice(-logLength / 2);
      traffic.requests += 1;
      traffic.byPath.set(entry.path, (traffic.byPath.get(entry.path) ?? 0) + 1);
      while (traffic.window[0] !== undefined && traffic.window[0] <= now - limit.windowMs) {
        traffic.window.shift();
      }
      traffic.window.push(now);
      traffic.maxInWindow = Math.max(traffic.maxInWindow, traffic.window.length);
      if (limit.limit === 0 || traffic.window.length <= limit.limit) return { waitMs: 0 };
      traffic.refused += 1;
      const freeing = traffic.window[traffic.window.length - limit.limit] ?? now;
      return { waitMs: Math.max(1, freeing + limit.windowMs - now) };
    },
    /** How many requests the key may still make in the current window. */
    remaining: (key: string | null): number =>
      Math.max(0, limit.limit - trafficOf(key ?? '(none)').window.length),
    answered(entry: RequestEntry, status: number): void {
      entry.status = status;
      const { byStatus } = trafficOf(entry.key ?? '(none)');
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    },
    limit: () => limit,
    setLimit(next: LimitSetting): void {
      limit = next;
    },
    log: () => log,
    stats: () => ({
      elapsed_ms: Math.round(monotonicMs() - startedAt),
      limit: limit.limit,
      window_ms: limit.windowMs,
      requests: [...keys.values()].reduce((sum, traffic) => sum + traffic.requests, 0),
      keys: Object.fromEntries([...keys].map(([key, traffic]) => [key, statsOf(traffic)])),
    }),
    clear(): void {
      keys = new Map();
      log = [];
      startedAt = monotonicMs();
    },
  };
}

const createKeyTraffic = () => ({
  requests: 0,
  refused: 0,
  byPath: new Map<string, number>(),
  byStatus: new Map<number, number>(),
  /** Arrival times inside the current window, oldest first. Milliseconds of a monotonic clock. */
  window: [] as number[],
  maxInWindow: 0,
});

const statsOf = (traffic: KeyTraffic) => ({
  requests: traffic.requests,
  refused: traffic.refused,
  max_in_window: traffic.maxInWindow,
  by_path: Object.fromEntries(traffic.byPath),
  by_status: Object.fromEntries(traffic.byStatus),
});
