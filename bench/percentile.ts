/** The value below which that share (0 to 1) of the list lies; NaN for an empty list. */
export function percentile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** The middle value. */
export function median(list: readonly number[]): number {
  return percentile(list, 0.5);
}
