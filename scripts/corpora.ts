/**
 * `npm run corpora -- FOLDER [--json]`: preflight and the round trip over a folder of real files. Each CSV-like file is
 * checked without settings, then again with the suggestions that it got. Each JSON file is read line by line as a
 * native export, and must agree with JSON.parse on which lines are JSON. Where a folder has an `expected.json`, the
 * bookings are compared with it by date, amount and sign.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { visitLines } from '#preflight/ndjson/text-lines';
import { preflightCsv } from '#preflight/rows/judge-content';
import { MalformedCsvError } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { countBy } from '../shared/platform/group-by.ts';
import { compareBookings, readExpected } from './corpora/compare-bookings.ts';
import { whyNoStatement } from './corpora/is-statement.ts';
import { readStatement } from './corpora/read-bookings.ts';
import { readCommandLine } from './terminal/command-line.ts';
import type { BookingsVerdict, ExpectedBooking } from './corpora/compare-bookings.ts';
import type { CsvReport, NdjsonReport } from '#preflight/report';

const USAGE = `Usage: npm run corpora -- FOLDER [--json]

Preflight and the round trip over a folder of real files; --json prints what became of each.`;

const CSV_EXTENSIONS = new Set(['.csv', '.tsv', '.txt', '.dat']);
const JSON_EXTENSIONS = new Set(['.json', '.ndjson', '.jsonl']);
const BYTES_MAX = 10 * 1024 * 1024;

interface Outcome {
  file: string;
  rows: number;
  first: 'valid' | 'errors' | 'malformed';
  /** Whether the answer is the same when the text is sent in the request body instead of as a file. */
  rawAgrees: boolean;
  suggestions: string[];
  roundTrip: 'valid' | 'errors' | 'malformed';
  why: string;
  /** How the bookings compare with those that are known. */
  bookings?: BookingsVerdict;
  /** Why the file is not counted as a statement with a header row. */
  apart?: string;
  /** A wrong sign that neither answer warns about. */
  silentSign: boolean;
}

function extensionIn(file: string, extensions: ReadonlySet<string>): boolean {
  return extensions.has(path.extname(file).toLowerCase());
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else if (entry.name === 'expected.json') continue;
    else if (extensionIn(entry.name, CSV_EXTENSIONS) || extensionIn(entry.name, JSON_EXTENSIONS)) {
      yield full;
    }
  }
}

const NATIVE = { existing: { categories: [], tags: [], merchants: [] }, rowsMax: 100_000 };

/** Lines that JSON.parse refuses although their bytes are UTF-8 and hold no comment. */
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

/** Checks a JSON file as a native export. */
function runNative(file: string, root: string): Outcome {
  const content = readFileSync(file);
  const report = preflightNdjson(content, NATIVE);
  const raw = isPlainText(content) ? preflightNdjson(asRawText(content), NATIVE) : report;
  const reported = report.errors.filter(({ code }) => code === 'invalid_json').length;
  const cut = report.errorsCount > report.errors.length;
  const agrees = cut || reported >= plainlyBroken(content);
  const verdictOf = report.errorsCount === 0 ? 'valid' : 'errors';
  return {
    file: path.relative(root, file),
    rows: report.rowsCount,
    first: verdictOf,
    rawAgrees: JSON.stringify(raw) === JSON.stringify(report),
    suggestions: [],
    silentSign: false,
    roundTrip: verdictOf,
    why: agrees
      ? explain(report)
      : `JSON.parse refuses more lines than were reported: ${explain(report)}`,
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
  const counts = countBy(report.errors.map(({ code }) => code));
  const codes = [...counts].map(([code, count]) => `${code} ×${count}`).join(', ');
  return codes === '' ? '' : `${codes}: ${report.errors[0]?.message ?? ''}`;
}

/** The text as a client would send it in the request body: decoded, without a byte order mark. */
function asRawText(content: Buffer): Buffer {
  return Buffer.from(new TextDecoder('utf-8').decode(content));
}

/** Whether a request body can carry the content unchanged. */
function isPlainText(content: Buffer): boolean {
  return Buffer.compare(asRawText(content), content) === 0;
}

/** The expected bookings of the files of each folder, read once per folder. */
const expectations = new Map<string, ReturnType<typeof readExpected>>();

function expectedOf(file: string, root: string): ExpectedBooking[] | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const known = expectations.get(folder) ?? readExpected(folder);
    expectations.set(folder, known);
    const found = known.get(path.relative(folder, file));
    if (found !== undefined || folder === root || folder === path.dirname(folder)) return found;
  }
}

function isSignSpokenOf(...reports: (CsvReport | string)[]): boolean {
  return reports.some(
    (report) =>
      typeof report !== 'string' && report.warnings.some(({ message }) => / sign /.test(message)),
  );
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
  const expected = expectedOf(file, root);
  let bookings: BookingsVerdict | undefined;
  if (expected !== undefined && typeof second !== 'string') {
    try {
      const read = readStatement(content, settings, now);
      bookings = compareBookings(expected, read.bookings, read.leftOut);
    } catch (error) {
      // Only preflight closes a quote that is never closed.
      if (!(error instanceof MalformedCsvError)) throw error;
    }
  }
  const apart = whyNoStatement(content, now);
  return {
    file: path.relative(root, file),
    rows: typeof second === 'string' ? 0 : second.rowsCount,
    first: verdict(first),
    rawAgrees: JSON.stringify(raw) === JSON.stringify(first),
    suggestions: Object.entries(settings).map(([name, value]) => `${name}=${String(value)}`),
    roundTrip: verdict(second),
    why: explain(second),
    ...(bookings !== undefined && { bookings }),
    ...(apart !== undefined && { apart }),
    silentSign: (bookings?.wrongSign ?? 0) > 0 && !isSignSpokenOf(first, second),
  };
}

function describeBookings({ expected, right, parts, wrongSign }: BookingsVerdict): string {
  const sign = wrongSign === 0 ? '' : `, ${wrongSign} with the wrong sign`;
  const collective = parts === 0 ? '' : `, ${parts} parts of bookings that were read as one`;
  return `${right} of ${expected} bookings right${collective}${sign}`;
}

/** Summarises the files with known bookings. */
function summarizeBookings(outcomes: readonly Outcome[]): string {
  const known = outcomes.filter(({ bookings }) => bookings !== undefined);
  const valid = known.filter(({ roundTrip }) => roundTrip === 'valid');
  const turned = valid.filter(({ bookings }) => bookings?.turned === true);
  const sum = (pick: (verdict: BookingsVerdict) => number): number =>
    valid.reduce((total, { bookings }) => total + (bookings === undefined ? 0 : pick(bookings)), 0);
  const parts = sum((one) => one.parts);
  const whole = sum((one) => one.expected) - parts;
  const right = sum((one) => one.right);
  const opposite = turned.reduce((total, { bookings }) => total + (bookings?.expected ?? 0), 0);
  return (
    `${known.length} files with known bookings: ${valid.length} valid after the round trip; of their ${whole} bookings ` +
    `${right} (${((right / whole) * 100).toFixed(2)} %) right in date, amount and sign, not counting ${parts} parts of ` +
    `collective bookings that were read as one; ${opposite} in ${turned.length} files have the other sign throughout ` +
    `(${(((right + opposite) / whole) * 100).toFixed(2)} % with them); ${known.filter((one) => (one.bookings?.wrongSign ?? 0) > 0).length} ` +
    `files with a wrong sign, ${known.filter((one) => one.silentSign).length} of them without a warning.`
  );
}

function main(): void {
  const { values, positionals } = readCommandLine(USAGE, {
    words: 1,
    options: { json: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    console.error(folder === undefined ? USAGE : `${folder} is not a folder.`);
    process.exitCode = 2;
    return;
  }
  const outcomes: Outcome[] = [];
  for (const file of filesBelow(folder)) {
    if (statSync(file).size <= BYTES_MAX) outcomes.push(run(file, folder, new Date()));
  }
  if (values.json) {
    console.log(JSON.stringify(outcomes, null, 1));
    return;
  }
  for (const one of outcomes) {
    console.log(
      `${one.file}\n    ${one.rows} rows · first ${one.first} · round trip ${one.roundTrip}`,
    );
    if (one.suggestions.length > 0) console.log(`    ${one.suggestions.join(' · ')}`);
    if (one.bookings !== undefined) console.log(`    ${describeBookings(one.bookings)}`);
    if (one.why !== '') console.log(`    ${one.why}`);
    if (one.apart !== undefined) console.log(`    not counted: ${one.apart}`);
    if (!one.rawAgrees) console.log('    raw text and upload DISAGREE');
  }
  const count = (test: (one: Outcome) => boolean): number => outcomes.filter(test).length;
  console.log(
    `\n${outcomes.length} files: ${count((one) => one.first === 'valid')} valid at once, ` +
      `${count((one) => one.roundTrip === 'valid')} after the round trip, ` +
      `${count((one) => one.roundTrip === 'malformed')} malformed, ` +
      `${count((one) => !one.rawAgrees)} where raw and upload disagree.`,
  );
  const statements = outcomes.filter(({ file }) => extensionIn(file, CSV_EXTENSIONS));
  const whole = statements.filter(({ apart }) => apart === undefined);
  const good = whole.filter((one) => one.roundTrip === 'valid').length;
  const share = whole.length === 0 ? '–' : ((good / whole.length) * 100).toFixed(1);
  console.log(
    `${whole.length} statements with a header row, ${good} of them valid after the round trip (${share} %); left out: ` +
      `${statements.length - whole.length} without a table or without a header row.`,
  );
  if (outcomes.some(({ bookings }) => bookings !== undefined)) {
    console.log(summarizeBookings(outcomes));
  }
}

main();
