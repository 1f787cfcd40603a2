import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/**
 * What to give to Node to run a program of this checkout, named by its source (`api/main.ts`): what `npm test`
 * has compiled; outside of it the source itself, which takes twice as long to come up. Another checkout's programs run
 * from their sources.
 */
export function programArguments(source: string, checkout = root): string[] {
  const compiled = process.env['TEST_PROGRAMS'];
  if (checkout !== root) return ['--import', 'tsx', path.join(checkout, source)];
  if (!compiled) return ['--import', 'tsx', path.join(root, source)];
  return [path.join(compiled, source.replace(/\.ts$/, '.js'))];
}
