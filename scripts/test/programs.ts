import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile } from '../compile.ts';
import { SOURCES } from '../start/build.ts';

const root = dirname(dirname(import.meta.dirname));
/**
 * Compiles the sources, tests included, to a folder for this run, which holds `api/main.js` for `api/main.ts`, and so on: tests start about a hundred processes and more
 * threads, and a compiled one starts in half the processor time of one that tsx compiles as it loads. The folder is in
 * the checkout, so that packages, migrations and pages are found.
 */
export async function compilePrograms() {
  const data = join(root, '.data');
  mkdirSync(data, { recursive: true });
  const dir = mkdtempSync(join(data, 'test-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    await compile([...SOURCES, 'bench', 'test'], dir);
  } catch (error) {
    remove();
    throw error;
  }
  return { dir, remove };
}
