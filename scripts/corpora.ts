/**
 * `npm run corpora -- FOLDER [--json]`: preflight and the round trip over a folder of real files.
 * Each CSV-like file is judged without settings, then again with the suggestions it was given; each JSON file line by
 * line as a native export, and every line must be told for JSON or not as JSON.parse tells it.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { preflightNdjson } from '../shared/imports/ndjson/preflight-ndjson.ts';
import { visitLines } from '../shared/imports/ndjson/text-lines.ts';
import { preflightCsv } from '../shared/imports/csv/preflight-csv.ts';
import { MalformedCsvError } from '../shared/imports/report.ts';
import type { CsvSettingsInput } from '../shared/imports/csv/settings.ts';
import { readBySettings } from '../test/shared/imports/suggestions/read-by-settings.ts';
import { compareBookings, readExpected } from './corpora/compare-bookings.ts';
import type { BookingsVerdict } from './corpora/compare-bookings.ts';
import type { CsvReport, NdjsonReport } from '../shared/imports/report.ts';

const CSV_EXTENSIONS = new Set(['.csv', '.tsv', '.txt', '.dat']);
const JSON_EXTENSIONS = new Set(['.json', '.ndjson', '.jsonl']);
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

function extensionIn(file: string, extensions: ReadonlySet<string>): boolean {
  return extensions.has(path.extname(file).toLowerCase());
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (extensionIn(entry.name, CSV_EXTENSIONS) || extensionIn(entry.name, JSON_EXTENSIONS)) {
      yield full;
    }
  }
}

const NATIVE = { existing: { categories: [], tags: [], merchants: [] }, rowsMax: 100_000 };

/** Lines that JSON.parse refuses, when the bytes of the line are UTF-8 and hold no comment. */
function plainlyBroken(content: Buffer): number {
  let broken = 0;
  visitLines(content, (text) => {
    if (text === null || text.trim() === '' || text.includes('/')) return;
    try {
      JSON.parse(text);
    } catch {
      broken += 1;
    }
  });
  return broken;
}

/** A JSON file as a native export. */
function runNative(file: string, root: string): Outcome {
  const content = readFileSync(file);
  const report = preflightNdjson(content, NATIVE);
  const raw = isPlainText(content) ? preflightNdjson(asRawText(content), NATIVE) : report;
  const told = report.errors.filter(({ code }) => code === 'invalid_json').length;
  const cut = report.errorsCount > report.errors.length;
  const agrees = cut || told >= plainlyBroken(content);
  const verdictOf = report.errorsCount === 0 ? 'valid' : 'errors';
  return {
    file: path.relative(root, file),
    rows: report.rowsCount,
    first: verdictOf,
    rawAgrees: JSON.stringify(raw) === JSON.stringify(report),
    suggestions: [],
    roundTrip: verdictOf,
    why: agrees
      ? explain(report)
      : `JSON.parse refuses more lines than were told: ${explain(report)}`,
  };
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

function explain(report: CsvReport | NdjsonReport | string): string {
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

/** Whether a request body can carry the content unchanged. */
function isPlainText(content: Buffer): boolean {
  return Buffer.compare(asRawText(content), content) === 0;
}

function run(file: string, root: string, now: Date): Outcome {
  if (extensionIn(file, JSON_EXTENSIONS)) return runNative(file, root);
  const content = readFileSync(file);
  const first = judge(content, {}, now);
  const raw = isPlainText(content) ? judge(asRawText(content), {}, now) : first;
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
