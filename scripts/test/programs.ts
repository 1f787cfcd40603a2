import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

export type Programs = {
  /** Holds `api/main.js` for `api/main.ts`, and so on. */
  dir: string;
  remove: () => void;
};

const root = dirname(dirname(import.meta.dirname));
const folders = [
  'api',
  'workers',
  'shared',
  'packages',
  'sandbox-provider',
  'scripts',
  'bench',
  'test',
];

/** Each source stays one file, so what it imports is only renamed, as tsc does it; JSON goes into the file that imports it. */
const renameImports: Plugin = {
  name: 'rename imports',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^#/ }, ({ path, resolveDir }) => {
      const named = join(
        root,
        path === '#client' ? 'packages/client/index' : path.replace('#', 'packages/'),
      );
      return { path: `./${relative(resolveDir, named)}.js`, external: true };
    });
    bundler.onResolve({ filter: /^\.\.?\// }, ({ kind, path }) =>
      kind === 'entry-point' || path.endsWith('.json')
        ? undefined
        : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Compiles the sources, tests included, to a folder of this run: tests start about a hundred processes and more
 * threads, and a compiled one is up in half the processor time of one that tsx compiles as it loads. The folder lies in
 * the checkout, from where packages, migrations and pages are found.
 */
export async function compilePrograms(): Promise<Programs> {
  const data = join(root, '.data');
  mkdirSync(data, { recursive: true });
  const dir = mkdtempSync(join(data, 'test-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    await build({
      absWorkingDir: root,
      entryPoints: folders.flatMap(sources),
      outbase: root,
      outdir: dir,
      bundle: true,
      packages: 'external',
      plugins: [renameImports],
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      logLevel: 'error',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { dir, remove };
}
