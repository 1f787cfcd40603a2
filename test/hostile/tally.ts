/** What one request got. */
interface Got {
  /** 0: no answer. */
  status: number;
  tookMs: number;
  bytes: number;
}

const SLOWEST_SHOWN = 5;

/** Counts answers, and keeps the slowest of each kind of request. */
export function createTally() {
  const statuses = new Map<number, number>();
  const slowestOf = new Map<string, number>();
  let largest = 0;
  return {
    add(kind: string, { status, tookMs, bytes }: Got): void {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowestOf.set(kind, Math.max(slowestOf.get(kind) ?? 0, tookMs));
      largest = Math.max(largest, bytes);
    },
    /** How often a status came. */
    count: (status: number): number => statuses.get(status) ?? 0,
    /** `slowest` in milliseconds, `largest` in bytes, `lines` for a person. */
    figures() {
      const kinds = [...slowestOf].sort(([, one], [, other]) => other - one);
      const slowest = kinds.map(([kind, ms]) => `${kind}: ${Math.round(ms)} ms`);
      const counts = [...statuses]
        .sort(([one], [other]) => one - other)
        .map(([status, count]) => `${status === 0 ? 'reset by the client' : status}: ${count}`);
      return {
        slowest: kinds[0]?.[1] ?? 0,
        largest,
        lines: [
          counts.join(', '),
          `slowest: ${slowest.slice(0, SLOWEST_SHOWN).join('; ')}`,
          `largest: ${largest} bytes`,
        ],
      };
    },
  };
}
