/**
 * The entry of `npm start` and `npm test`, on a machine with nothing but Node and npm.
 *
 * It may import nothing from node_modules before it has made sure that they are there and match package-lock.json. Then
 * it runs the TypeScript program that its first argument names in this same process, so that signals, terminal and exit
 * code are that program's own.
 *
 *   node scripts/bootstrap.mjs scripts/start.ts [arguments of start.ts]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const minimum = [20, 19];

function fail(message) {
  console.error(`ledgerline: ${message}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return;
  fail(
    `this needs Node ${minimum.join('.')} or newer, and this is Node ${process.versions.node}. ` +
      'Install a newer one (https://nodejs.org, or `nvm install` in this directory) and try again.',
  );
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Compares what npm recorded about its last installation with the lock file, by content: a time stamp would be wrong
 * after a copy, a checkout or a restored cache.
 */
function whyInstall() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  if (!wanted) fail('package-lock.json is missing or broken; restore it from the repository.');
  if (!installed) return 'node_modules is missing';
  if (withTools && !hasTools) return 'node_modules lacks the tools of developers';
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (entry.dev && !withTools)) continue;
    const found = installed[path];
    // Optional packages of other platforms are only in the lock file, but without tsx nothing here runs.
    if (!found && (entry.optional || entry.devOptional) && path !== 'node_modules/tsx') continue;
    if (!found || found.version !== entry.version)
      return 'node_modules is older than the lock file';
  }
  return null;
}

function install(reason) {
  console.log(`${reason}: running npm ci`);
  const npm = process.env.npm_execpath;
  const which = withTools ? '--include=dev' : '--omit=dev';
  // Its warnings concern development tools that want a newer Node: sixty lines before our first one.
  const args = ['ci', which, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const result = npm?.endsWith('js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail('npm ci failed; see above. Nothing was started.');
}

/** Whether dist/ is built from the current sources; a start from it is faster. A partial build or one of another version is not. */
async function isBuilt() {
  try {
    const build = pathToFileURL(join(root, 'dist/scripts/start/build.js')).href;
    return (await import(build)).isBuilt(root);
  } catch {
    return false;
  }
}

checkNode();
const program = process.argv[2];
if (!program) fail('usage: node scripts/bootstrap.mjs <program.ts> [arguments]');
const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
const hasTools = Object.values(installed ?? {}).some((entry) => entry.dev);
// A start needs no development tools, which halves the installation, but does not remove them either.
const withTools = hasTools || program !== 'scripts/start.ts';
const reason = whyInstall();
if (reason) install(reason);
// For scripts that need the packages but no program, such as .ci/run.
if (program === '--install-only') process.exit(0);

process.chdir(root);
const isCompiled = program === 'scripts/start.ts' && (await isBuilt());
const path = isCompiled ? 'dist/scripts/start.js' : program;
process.argv.splice(1, 2, resolve(root, path));
if (!isCompiled) (await import('tsx/esm/api')).register();
await import(pathToFileURL(process.argv[1]).href);
