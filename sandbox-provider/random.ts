import { createHash } from 'node:crypto';

/** A repeatable source of numbers. */
export type Random = ReturnType<typeof seededRandom>;

/** The same seed gives the same sequence on every machine, so that demo data can be compared. */
export function seededRandom(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    /** 0 ≤ n < 1 */
    next,
    /** from ≤ n ≤ to, whole */
    whole,
    pick: <T>(list: readonly [T, ...T[]]): T => list[whole(0, list.length - 1)] ?? list[0],
    /** Lower-case hexadecimal digits. */
    hex: (digits: number): string =>
      Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  };
}
