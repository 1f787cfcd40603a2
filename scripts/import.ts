/**
 * Imports native exports: `npm run import -- FILE… [--session NAME] [--url URL] [--key KEY] [--chunk-mb N]`.
 * URL and key default to LEDGERLINE_URL and LEDGERLINE_API_KEY, else to what `npm start` wrote to
 * .data/ready.json. Run again after an interruption or a corrected file, it goes on where it stopped.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createImportClient } from './import/import-client.ts';
import type { ImportResult } from './import/run-import.ts';
import { runImport } from './import/run-import.ts';
import { showProgress } from './import/show-progress.ts';

const MIB = 1024 * 1024;
const USAGE = `Usage: npm run import -- FILE… [--session NAME] [--url URL] [--key KEY] [--chunk-mb N]

Imports native exports (NDJSON) and shows how far it is. Run again after an interruption or a corrected file, it goes on
where it stopped. --url and --key default to LEDGERLINE_URL and LEDGERLINE_API_KEY, else to the service of npm start;
--session names the import when its files were renamed; --chunk-mb is the size of a piece, 8 by default.`;

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        session: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        'chunk-mb': { type: 'string', default: '8' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

const { values: options, positionals: files } = readArguments();

function readReady(): { base_url?: string; api_key?: string } {
  const file = path.join(process.env['DATA_DIR'] ?? '.data', 'ready.json');
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')) as { base_url?: string; api_key?: string };
}

/** Named after the files, not their content: a corrected file goes on with its session. */
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
  if (skipped > 0) console.log(`${skipped} lines are no records and were passed over.`);
  if (session.error !== null) console.log(`${session.error.code}: ${session.error.message ?? ''}`);
  if (wasComplete) {
    console.log('It was complete before, and nothing was uploaded; --session NAME begins another.');
  } else if (session.status === 'failed' && notes.length > 0) {
    console.log('Correct the file and run the same command again: it goes on where it stopped.');
  }
  console.log(`Session ${session.id} is ${session.status}.`);
}

if (options.help) {
  console.log(USAGE);
  process.exit();
}
if (files.length === 0) fail(USAGE);
for (const file of files) {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) fail(`${file} is no file.`);
}
const ready = readReady();
const url = options.url ?? process.env['LEDGERLINE_URL'] ?? ready.base_url;
const key = options.key ?? process.env['LEDGERLINE_API_KEY'] ?? ready.api_key;
if (url === undefined || key === undefined) fail('Tell the service with --url and --key.');
const chunkMb = Number(options['chunk-mb']);
if (!(chunkMb > 0)) fail('--chunk-mb must be a number above 0.');

const progress = showProgress();
process.once('SIGINT', () => {
  progress.stop();
  console.error('\nStopped. What has arrived stays; run the same command again to go on.');
  process.exit(130);
});
try {
  const result = await runImport({
    client: createImportClient(url, key),
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
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  fail(
    `${error instanceof Error ? error.message : String(error)}${cause && ` (${url}: ${cause})`}`,
  );
}
