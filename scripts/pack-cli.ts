/** `npm run pack:cli -- FOLDER`: the command as a separate package, without a dependency, ready for `npm pack`. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../shared/platform/package-root.ts';
import { readCommandLine } from './terminal/command-line.ts';

const root = packageRoot();
const USAGE = `Usage: npm run pack:cli -- FOLDER

Writes the command ledgerline to FOLDER as a separate package; npm pack FOLDER makes the archive.`;

const { positionals } = readCommandLine(USAGE, { words: 1 });
const folder = resolve(positionals[0] ?? join(root, 'dist', 'ledgerline'));
mkdirSync(folder, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['packages/cli/main.ts'],
  outdir: folder,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
  banner: {
    // CommonJS packages load the modules of Node through `require`.
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // The package has no operators' commands, and must not load them from a stranger's folder.
  define: { 'import.meta.dirname': '"/nonexistent"', 'import.meta.filename': '"none"' },
});
const { version, license, engines } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<string, unknown>;
const manifest = {
  name: 'ledgerline',
  version,
  description: 'Checks and imports files of banks, from a terminal.',
  license,
  type: 'module',
  engines,
  bin: { ledgerline: 'main.js' },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
chmodSync(join(folder, 'main.js'), 0o755);
console.log(`The package is in ${folder}.`);
