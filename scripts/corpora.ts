/**
 * `npm run corpora -- FOLDER [--json]`: preflight and the round trip over a folder of real files.
 * Each CSV-like file is judged without settings, then again with the suggestions it was given.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { preflightCsv } from '../shared/imports/preflight-csv.ts';
import { MalformedCsvError } from '../shared/imports/report.ts';
import type { CsvSettingsInput } from '../shared/imports/options.ts';
import type { CsvReport } from '../shared/imports/report.ts';

const EXTENSIONS = new Set(['.csv', '.tsv', '.txt', '.dat']);
const BYTES_MAX = 10 * 1024 * 1024;

interface Outcome {
  file: string;
  rows: number;
  first: 'valid' | 'errors' | 'malformed';
  /** The answer stays the same when the text is sent in the request body instead of as a file. */
  rawAgrees: boolean;
  suggestions: string[];
  roundTrip: 'valid' | 'errors' | 'malformed';
  why: string;
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (EXTENSIONS.has(path.extname(entry.name).toLowerCase())) yield full;
  }
}

function judge(content: Buffer, settings: CsvSettingsInput, now: Date): CsvReport | string {
  try {
    return preflightCsv(content, 'TransactionImport', settings, now);
  } catch (error) {
    if (error instanceof MalformedCsvError) return error.message;
    throw error;
  }
}

function verdict(report: CsvReport | string): 'valid' | 'errors' | 'malformed' {
  if (typeof report === 'string') return 'malformed';
  return report.errorsCount === 0 ? 'valid' : 'errors';
}

function explain(report: CsvReport | string): string {
  if (typeof report === 'string') return report;
  const counts = new Map<string, number>();
  for (const error of report.errors) counts.set(error.code, (counts.get(error.code) ?? 0) + 1);
  const codes = [...counts].map(([code, count]) => `${code} ×${count}`).join(', ');
  return codes === '' ? '' : `${codes}: ${report.errors[0]?.message ?? ''}`;
}

/** The text as a client would send it in the request body: decoded, without byte order mark. */
function asRawText(content: Buffer): Buffer {
  return Buffer.from(new TextDecoder('utf-8').decode(content));
}

function run(file: string, root: string, now: Date): Outcome {
  const content = readFileSync(file);
  const first = judge(content, {}, now);
  const isUtf8 = Buffer.compare(asRawText(content), content) === 0;
  const raw = isUtf8 ? judge(asRawText(content), {}, now) : first;
  const given = typeof first === 'string' ? {} : (first.suggestions ?? {});
  const settings = Object.fromEntries(
    Object.entries(given).map(([name, suggestion]) => [name, suggestion.value]),
  );
  const second = judge(content, settings, now);
  return {
    file: path.relative(root, file),
    rows: typeof second === 'string' ? 0 : second.rowsCount,
    first: verdict(first),
    rawAgrees: JSON.stringify(raw) === JSON.stringify(first),
    suggestions: Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`),
    roundTrip: verdict(second),
    why: explain(second),
  };
}

function main(): void {
  const args = process.argv.slice(2);
  const folder = args.find((argument) => !argument.startsWith('--'));
  if (folder === undefined) {
    console.error('Usage: npm run corpora -- FOLDER [--json]');
    process.exitCode = 2;
    return;
  }
  const outcomes: Outcome[] = [];
  for (const file of filesBelow(folder)) {
    if (statSync(file).size <= BYTES_MAX) outcomes.push(run(file, folder, new Date()));
  }
  if (args.includes('--json')) {
    console.log(JSON.stringify(outcomes, null, 1));
    return;
  }
  for (const one of outcomes) {
    console.log(
      `${one.file}\n    ${one.rows} rows · first ${one.first} · round trip ${one.roundTrip}`,
    );
    if (one.suggestions.length > 0) console.log(`    ${one.suggestions.join(' · ')}`);
    if (one.why !== '') console.log(`    ${one.why}`);
    if (!one.rawAgrees) console.log('    raw text and upload DISAGREE');
  }
  const count = (test: (one: Outcome) => boolean): number => outcomes.filter(test).length;
  console.log(
    `\n${outcomes.length} files: ${count((one) => one.first === 'valid')} valid at once, ` +
      `${count((one) => one.roundTrip === 'valid')} after the round trip, ` +
      `${count((one) => one.roundTrip === 'malformed')} malformed, ` +
      `${count((one) => !one.rawAgrees)} where raw and upload disagree.`,
  );
}

main();
