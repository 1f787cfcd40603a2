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

/**
 * The processes that run for long, and the thread of preflight, which its pool looks for next to the program that it is in. Each becomes
 * one file with its packages: that is read and compiled in less than half the time of two thousand modules.
 */
const PROGRAMS = [
  'api/main',
  'workers/sync',
  'workers/imports',
  'workers/rules',
  'workers/delivery',
  'workers/scheduler',
  'sandbox-provider/main',
  'scripts/migrate',
].map((name) => ({ in: `${name}.ts`, out: name }));
const THREAD = ['api/preflight-thread', 'api/preflight-pool/preflight-thread'].map((out) => ({
  in: 'api/preflight-pool/preflight-thread.ts',
  out,
}));

/** What packages that are CommonJS use, and modules do not have. */
const COMMONJS = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);
const { dirname: __dirname, filename: __filename } = import.meta;`;
/** Packages that start threads with a file next to their own, or that are loaded by name on demand, which loses names of CommonJS. */
const EXTERNAL = ['piscina', 'bullmq-otel', '@opentelemetry/*'];

/** Writes `outdir/api/main.js` for `api/main.ts`, and so on for all sources of these folders. Only `npm run check` checks types. */
export async function compile(folders: readonly string[], outdir: string): Promise<void> {
  const { build } = await import('esbuild');
  const shape = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
  } as const;
  const entryPoints = folders.flatMap(sources);
  await build({
    ...shape,
    entryPoints,
    outbase: root,
    packages: 'external',
    plugins: [renameImports],
  });
  const chunks = { splitting: true, chunkNames: 'chunks/[name]-[hash]', banner: { js: COMMONJS } };
  await build({ ...shape, ...chunks, external: EXTERNAL, entryPoints: [...PROGRAMS, ...THREAD] });
}
