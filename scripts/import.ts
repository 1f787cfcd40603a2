/**
 * `npm run import -- FILE…`: imports native exports (NDJSON), which go on where they stopped when the command is run
 * again, or one CSV, after it was shown what that will do. URL and key default to LEDGERLINE_URL and LEDGERLINE_API_KEY,
 * else to what `npm start` wrote to .data/ready.json.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { createApiClient } from './import/api-client.ts';
import { createImportClient } from './import/import-client.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { describeFailure, findService } from './terminal/find-service.ts';
import type { ImportResult } from './import/run-import.ts';
import { runImport } from './import/run-import.ts';
import { isNativeExport, runCsv } from './import/run-csv.ts';
import { showProgress } from './import/show-progress.ts';
import { printHowToUndo } from './import/undo-import.ts';

const MIB = 1024 * 1024;
const USAGE = `Usage: npm run import -- FILE.csv [--account NAME] [--yes]
       npm run import -- FILE.ndjson… [--session NAME] [--chunk-mb N]

Checks a CSV, shows what importing it will do, and asks before importing:
  --account       name or id of the account that the file belongs to
  --profile       name or id of the profile to read it with; known headers are recognised
  --save-profile  saves the settings it was read with under a name
  --setting       key=value, as npm run preflight takes it
  --type          TransactionImport and others, as npm run preflight takes them
  --skip-invalid  skips rows that cannot be read
  --yes           imports without asking

Native exports (NDJSON) resume where they stopped when you run the same command again:
  --session       names the import when its files were renamed
  --chunk-mb      the size of a piece, 8 by default

--url and --key default to LEDGERLINE_URL and LEDGERLINE_API_KEY, else to the service of npm start.`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const { values: options, positionals: files } = readCommandLine(USAGE, {
  words: Infinity,
  options: {
    session: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    'chunk-mb': { type: 'string', default: '8' },
    type: { type: 'string' },
    account: { type: 'string' },
    profile: { type: 'string' },
    'save-profile': { type: 'string' },
    setting: { type: 'string', multiple: true },
    'skip-invalid': { type: 'boolean', default: false },
    yes: { type: 'boolean', short: 'y', default: false },
  },
});

/** Named after the files, not their content, so that a corrected file resumes its session. */
function sessionName(): string {
  if (options.session !== undefined) return options.session;
  const paths = files.map((file) => path.resolve(file)).join('\n');
  const digest = createHash('sha256').update(paths).digest('hex').slice(0, 16);
  return `${path.basename(files[0] ?? '')} ${digest}`.slice(-255);
}

function report({ session, wasComplete, notes }: ImportResult): void {
  for (const [entity, counts] of Object.entries(session.summary)) {
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    const text = told.map(([what, count]) => `${count} ${what}`).join(', ');
    console.log(`  ${entity.replaceAll('_', ' ')}: ${text}`);
  }
  for (const { source, text } of notes) console.log(`${source.file}:${source.line}: ${text}`);
  const skipped = session.chunks
    .filter((chunk) => chunk.error?.['code'] === 'lines_skipped')
    .reduce((sum, chunk) => sum + Number(chunk.error?.['lines_count']), 0);
  if (skipped > 0) console.log(`${skipped} lines are not records and were skipped.`);
  if (session.error !== null) console.log(`${session.error.code}: ${session.error.message ?? ''}`);
  if (wasComplete) {
    console.log(
      'The session was already complete, so nothing was uploaded; --session NAME starts another.',
    );
  } else if (session.status === 'failed' && notes.length > 0) {
    console.log('Correct the file and run the same command again to resume.');
  }
  console.log(`Session ${session.id} is ${session.status}.`);
  printHowToUndo(session.id, session.undo_until);
}

if (files.length === 0) fail(USAGE);
for (const file of files) {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) fail(`${file} is not a file.`);
}
const service = findService(options);
if (service === undefined) fail('Name the service with --url and --key.');
const { url, key } = service;
const [first = ''] = files;
if (!isNativeExport(first)) {
  if (files.length > 1) fail('Import one CSV file at a time.');
  try {
    process.exit(await runCsv(service, first, options));
  } catch (error) {
    fail(describeFailure(error, url));
  }
}
const chunkMb = Number(options['chunk-mb']);
if (!(chunkMb > 0)) fail('--chunk-mb must be a number above 0.');

const progress = showProgress();
process.once('SIGINT', () => {
  progress.stop();
  console.error('\nStopped. What was uploaded stays; run the same command again to resume.');
  process.exit(130);
});
try {
  const result = await runImport({
    client: createImportClient(createApiClient(url, key)),
    files,
    session: sessionName(),
    chunkBytesMax: chunkMb * MIB,
    progress,
  });
  progress.stop();
  report(result);
  process.exitCode = result.session.status === 'complete' ? 0 : 1;
} catch (error) {
  progress.stop();
  fail(describeFailure(error, url));
}
