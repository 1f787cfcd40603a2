/** A random sequence that is the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What made-up records are drawn with. */
export type Draws = ReturnType<typeof drawsOf>;

/** Draws from a random sequence, `seededRandom(1)` for one. */
export function drawsOf(random: () => number) {
  const below = (count: number): number => Math.floor(random() * count);
  return {
    random,
    /** 0 ≤ n < count, whole */
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    /** The value, or null in so many of all draws. */
    maybe: <T>(value: T, share = 0.3): T | null => (random() < share ? null : value),
    chance: (share: number): boolean => random() < share,
    /** Those of a list that so many of all draws choose. */
    some: <T>(from: readonly T[], share: number): T[] => from.filter(() => random() < share),
    times: <T>(count: number, make: (n: number) => T): T[] =>
      Array.from({ length: count }, (_, n) => make(n)),
  };
}
