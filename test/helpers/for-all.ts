import fc from 'fast-check';

type Arbitraries<Values> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };

/** Looks for a counterexample in so many cases. The last argument is what must hold of a value of each of the others. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: [...Arbitraries<Values>, holds: (...values: Values) => void]
): void {
  fc.assert(fc.property<Values>(...given), { numRuns });
}

/** The same of what takes time. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: [...Arbitraries<Values>, holds: (...values: Values) => Promise<void>]
): Promise<void> {
  await fc.assert(fc.asyncProperty<Values>(...given), { numRuns });
}

/** The words of a text, between blanks. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
