import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../shared/platform/package-root.ts';

export const root = packageRoot();

/** The text of a file of the checkout, e.g. `docs/API.md`. */
export const readSource = (file: string): string => readFileSync(path.join(root, file), 'utf8');

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
