/**
 * Imports native exports: `npm run import -- FILE… [--session NAME] [--url URL] [--key KEY] [--chunk-mb N]`.
 * URL and key default to LEDGERLINE_URL and LEDGERLINE_API_KEY, else to what `npm start` wrote to
 * .data/ready.json. Run again after an interruption or a corrected file, it goes on where it stopped.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import cliProgress from 'cli-progress';
import { createImportClient } from './import/import-client.ts';
import type { ImportResult } from './import/run-import.ts';
import { runImport } from './import/run-import.ts';

const MIB = 1024 * 1024;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    session: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    'chunk-mb': { type: 'string', default: '8' },
  },
});

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

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function report({ session, fault }: ImportResult): void {
  for (const [entity, counts] of Object.entries(session.summary)) {
    const told = Object.entries(counts).filter(([, count]) => count > 0);
    const text = told.map(([what, count]) => `${count} ${what}`).join(', ');
    console.log(`  ${entity.replaceAll('_', ' ')}: ${text}`);
  }
  const skipped = session.chunks.filter((chunk) => chunk.error?.['code'] === 'lines_skipped');
  for (const { sequence, error } of skipped) {
    console.log(`  chunk ${sequence}: ${String(error?.['lines_count'])} lines were no records`);
  }
  if (session.error !== null) {
    const place = fault === null ? '' : ` (${fault.file}:${fault.line})`;
    console.log(`  ${session.error.code}: ${session.error.message ?? ''}${place}`);
  }
  console.log(`Session ${session.id} is ${session.status}.`);
}

if (files.length === 0)
  fail('Usage: npm run import -- FILE… [--session NAME] [--url URL] [--key KEY]');
for (const file of files) if (!existsSync(file)) fail(`There is no file ${file}.`);
const ready = readReady();
const url = options.url ?? process.env['LEDGERLINE_URL'] ?? ready.base_url;
const key = options.key ?? process.env['LEDGERLINE_API_KEY'] ?? ready.api_key;
if (url === undefined || key === undefined) fail('Tell the service with --url and --key.');
const chunkMb = Number(options['chunk-mb']);
if (!(chunkMb > 0)) fail('--chunk-mb must be a number above 0.');

const bars = new cliProgress.MultiBar(
  {
    format: '{what} {bar} {percentage}% | {value}/{total} rows | {duration_formatted}',
    clearOnComplete: false,
    hideCursor: true,
  },
  cliProgress.Presets.shades_grey,
);
const upload = bars.create(1, 0, { what: 'Upload' });
const importing = bars.create(1, 0, { what: 'Import' });

try {
  const result = await runImport({
    client: createImportClient(url, key),
    files,
    session: sessionName(),
    chunkBytesMax: chunkMb * MIB,
    progress: {
      planned({ rows }) {
        upload.setTotal(rows);
        importing.setTotal(rows);
      },
      uploaded: (rows) => upload.update(rows),
      imported(rows) {
        upload.update(upload.getTotal());
        importing.update(rows);
      },
    },
  });
  bars.stop();
  report(result);
  process.exitCode = result.session.status === 'complete' ? 0 : 1;
} catch (error) {
  bars.stop();
  fail(error instanceof Error ? error.message : String(error));
}
