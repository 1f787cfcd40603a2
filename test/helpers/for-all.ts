import fc from 'fast-check';

type Arbitraries<Values> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };

/** Looks for a counterexample in so many cases. The last argument is what must hold of a value of each of the others. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...given: [...Arbitraries<Values>, holds: (...values: Values) => void]
): void {
  fc.assert(fc.property<Values>(...given), { numRuns, includeErrorInReport: true });
}

/** How long cases that take time are tried: a busy machine tries fewer. For a long search: `CASES_MS`. */
const CASES_MS = Number(process.env['CASES_MS'] ?? 60_000);

/**
 * The same of what takes time: no case begins when it is over, be it a next one or a smaller one of a failure, so that
 * the failure is shown before the test's own time is, and no case goes on in the next test.
 */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  cases: number | { numRuns: number; examples: Values[] },
  ...given: [...Arbitraries<Values>, holds: (...values: Values) => Promise<void>]
): Promise<void> {
  const own = typeof cases === 'number' ? { numRuns: cases } : cases;
  const parameters = { ...own, includeErrorInReport: true };
  const holds = given.at(-1) as (...values: Values) => Promise<void>;
  const arbitraries = given.slice(0, -1) as Arbitraries<Values>;
  const end = Date.now() + CASES_MS;
  // The examples are tried first, whatever time they take.
  const triedMin = typeof cases === 'number' ? 1 : cases.examples.length;
  let tried = 0;
  const property = fc.asyncProperty<Values>(...arbitraries, async (...values) => {
    if (tried >= triedMin && Date.now() > end) return;
    tried += 1;
    await holds(...values);
  });
  await fc.assert(property, parameters);
  if (tried < parameters.numRuns) {
    process.stderr.write(`tried ${tried} of ${parameters.numRuns} cases\n`);
  }
}

/** The words of a text, between blanks. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
