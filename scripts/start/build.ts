import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compile } from '../compile.ts';
import { runProgram } from '../run-program.ts';

/** The folders of the service's sources. */
export const SOURCES = ['api', 'workers', 'shared', 'packages', 'sandbox-provider', 'scripts'];

/** What a build reads: folders and files, except what builds and npm write there. */
const SERVICE = {
  dist: 'dist',
  sources: SOURCES,
  others: ['packages/console'],
};
const CONSOLE = {
  dist: 'packages/console/dist',
  sources: ['packages/console', 'packages/client', 'packages/preflight'],
  others: [],
};
type Build = typeof SERVICE;
const SETTINGS = ['tsconfig.json', 'package.json', 'package-lock.json'];
const STAMP = '.sources';
const WRITTEN = /(?:^|\/)(?:dist|node_modules)(?:\/|$)/;

/** Changes with the content of any file that the build reads. Time stamps would be wrong after a copy or a checkout. */
function fingerprint(root: string, { sources, others }: Build): string {
  const hash = createHash('sha256').update(process.version);
  const add = (path: string) => {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\n`).update(content);
  };
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (WRITTEN.test(path) || others.includes(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
    }
  };
  SETTINGS.forEach(add);
  sources.forEach(walk);
  return hash.digest('hex');
}

/** Whether `build` has nothing to do. @public for scripts/bootstrap.mjs, which cannot import what is not compiled yet. */
export function isBuilt(root: string): boolean {
  return readStamp(join(root, SERVICE.dist, STAMP)) === fingerprint(root, SERVICE);
}

function readStamp(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Compiles the sources to dist/ unless it was made from these very sources: `npm start` runs the same processes as
 * production. Returns whether anything had to be done; throws with the compiler's output when it fails.
 */
export function build(root: string): Promise<boolean> {
  return unlessBuilt(root, SERVICE, () => compile(SOURCES, join(root, SERVICE.dist)));
}

/** Builds the console as `build` does the service. A signal ends it. */
export function buildConsole(root: string, signal?: AbortSignal): Promise<boolean> {
  return unlessBuilt(root, CONSOLE, async () => {
    const ofConsole = createRequire(join(root, 'packages/console/package.json'));
    const vite = join(dirname(ofConsole.resolve('vite/package.json')), 'bin/vite.js');
    const config = 'packages/console/vite.config.ts';
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
    await runProgram(process.execPath, args, { cwd: root, ...(signal && { signal }) });
    await compressFiles(join(root, CONSOLE.dist, 'assets'));
  });
}

/** The highest quality takes three times as long as the rest of the build, and saves another 7 % of the bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Also writes each file of a folder as .br and .gz, which the server sends as they are. */
async function compressFiles(folder: string): Promise<void> {
  const compress = async (name: string): Promise<void> => {
    const file = join(folder, name);
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, BROTLI));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  await Promise.all((await readdir(folder)).map(compress));
}

async function unlessBuilt(root: string, what: Build, make: () => Promise<void>): Promise<boolean> {
  const stamp = join(root, what.dist, STAMP);
  const wanted = fingerprint(root, what);
  if (readStamp(stamp) === wanted) return false;
  // Files of an earlier version must not run.
  rmSync(join(root, what.dist), { recursive: true, force: true });
  await make();
  writeFileSync(stamp, wanted);
  return true;
}
