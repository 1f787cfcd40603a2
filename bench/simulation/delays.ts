/** Delays in numbers: how many there were of each length, to within 2 %. */
export interface Delays {
  add(ms: number): void;
  readonly count: number;
  /** The delay that this share of all does not exceed. Milliseconds. */
  percentile(share: number): number;
}

const GROWTH = Math.log(1.02);

export function createDelays(): Delays {
  const counts = new Float64Array(1200);
  let count = 0;
  return {
    add(ms) {
      const index = Math.min(counts.length - 1, Math.ceil(Math.log(Math.max(1, ms)) / GROWTH));
      counts[index] = (counts[index] ?? 0) + 1;
      count += 1;
    },
    get count() {
      return count;
    },
    percentile(share) {
      let left = Math.ceil(count * share);
      const index = counts.findIndex((each) => (left -= each) <= 0);
      return Math.exp(index * GROWTH);
    },
  };
}
