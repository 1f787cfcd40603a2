import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { packageRoot } from '../shared/platform/package-root.ts';

const root = packageRoot();

/** Each source stays a file of its own, so imports are only renamed, as tsc does; JSON goes into the file that imports it. */
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

/** Writes `outdir/api/main.js` for `api/main.ts`, and so on for all sources of these folders. Only `npm run check` checks types. */
export async function compile(folders: readonly string[], outdir: string): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: folders.flatMap(sources),
    outbase: root,
    outdir,
    bundle: true,
    packages: 'external',
    plugins: [renameImports],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
  });
}
