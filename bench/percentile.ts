/** The value below which that share (0 to 1) of the list lies; NaN for an empty list. */
function percentile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The middle value. */
export function median(list: readonly number[]): number {
  return percentile(list, 0.5);
}

/** What a list of pairs says: the median of their ratios, and how far off it may be. */
export function compare(times: readonly number[], bare: readonly number[]) {
  const ratios = times.map((ms, index) => ms / (bare[index] ?? NaN));
  const middleHalf = percentile(ratios, 0.75) - percentile(ratios, 0.25);
  // Of a normal distribution with this middle half.
  const error = ((1.253 / 1.349) * middleHalf) / Math.sqrt(ratios.length);
  return { ratio: median(ratios), error };
}
