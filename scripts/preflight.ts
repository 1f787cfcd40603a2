/**
 * `npm run preflight -- FILE [--type TYPE] [--setting key=value …] [--json]`: the answer of
 * POST /api/v1/imports/preflight in a terminal, without a server or a database. Exit code 0 when
 * the content is valid, 1 when it is not, 2 when the command is wrong.
 */
import path from 'node:path';
import { CSV_BYTES_MAX } from '../api/http/check-content.ts';
import { presentPreflight } from '../api/records/present-preflight.ts';
import { CSV_SETTINGS } from '#preflight/csv/settings';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { preflightCsv } from '#preflight/csv/preflight-csv';
import { ACCEPTED_IMPORT_TYPES, MalformedCsvError } from '#preflight/report';
import { printRefusal, printReport } from './preflight/print-report.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { readContent } from './terminal/read-content.ts';
import { UsageError } from './terminal/usage-error.ts';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { CsvReport, ImportType, NdjsonReport, Suggestion } from '#preflight/report';

const USAGE = `Usage: npm run preflight -- FILE [--type TYPE] [--setting key=value …] [--json]

TYPE is one of ${ACCEPTED_IMPORT_TYPES.join(', ')}.
Without it, .ndjson, .jsonl and .json files are NativeImport, all others TransactionImport.

Settings (CSV only; what is not sent is inferred):
  ${inTwoColumns(CSV_SETTINGS).join('\n  ')}

--json prints the body that the API answers.`;

function inTwoColumns(names: readonly string[]): string[] {
  return names.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.padEnd(38)}${names[at + 1] ?? ''}`.trimEnd()] : [],
  );
}

/** Rows that a person sees as read, unless `sample_rows` is sent. */
const ROWS_SHOWN = 5;
const KNOWN_SETTINGS: ReadonlySet<string> = new Set(CSV_SETTINGS);

/** A terminal has no household to compare names with, and the service's default limit. */
const NO_HOUSEHOLD = { categories: [], tags: [], merchants: [] };
const NATIVE_ROWS_MAX = 100_000;

function readType(name: string | undefined, file: string): ImportType {
  if (name === undefined) {
    return /\.(?:ndjson|jsonl|json)$/i.test(file) ? 'NativeImport' : 'TransactionImport';
  }
  const type = ACCEPTED_IMPORT_TYPES.find((accepted) => accepted === name);
  if (type !== undefined) return type;
  throw new UsageError(`--type must be one of ${ACCEPTED_IMPORT_TYPES.join(', ')}.`);
}

/** Splits `key=value`; throws for a key that is no setting. */
function readSettingArguments(list: readonly string[]): CsvSettingsInput {
  const settings: Record<string, string> = {};
  for (const argument of list) {
    const at = argument.indexOf('=');
    const key = at < 0 ? argument : argument.slice(0, at);
    if (!KNOWN_SETTINGS.has(key)) {
      throw new UsageError(`There is no setting ${key}. Settings: ${CSV_SETTINGS.join(', ')}.`);
    }
    if (at < 0) throw new UsageError(`Give the setting ${key} a value: --setting ${key}=…`);
    settings[key] = argument.slice(at + 1);
  }
  return settings;
}

function judge(
  content: Buffer,
  type: ImportType,
  settings: CsvSettingsInput,
): CsvReport | NdjsonReport {
  return type === 'NativeImport'
    ? preflightNdjson(content, { existing: NO_HOUSEHOLD, rowsMax: NATIVE_ROWS_MAX })
    : preflightCsv(content, type, settings, new Date());
}

function run(file: string, type: ImportType, settings: CsvSettingsInput, json: boolean): number {
  const bytes = readContent(file);
  const judgeAgain = (next: CsvSettingsInput): CsvReport | NdjsonReport =>
    judge(bytes, type, json ? next : { sample_rows: ROWS_SHOWN, ...next });
  const judged = { file, type, settings, judgeAgain };
  const refuse = (
    body: { error: string; message: string; errors?: string[] },
    suggestions: Record<string, Suggestion> = {},
  ): number => {
    if (json) console.log(JSON.stringify(body, null, 2));
    else printRefusal(body, suggestions, judged);
    return 1;
  };
  if (bytes.byteLength > CSV_BYTES_MAX) {
    const message = `The file is larger than the limit of ${CSV_BYTES_MAX / 1024 / 1024}MB.`;
    return refuse({ error: 'file_too_large', message });
  }
  try {
    const report = judgeAgain(settings);
    const content = {
      filename: path.basename(file),
      contentType: type === 'NativeImport' ? 'application/x-ndjson' : 'text/csv',
      byteSize: bytes.byteLength,
    };
    if (json)
      console.log(JSON.stringify({ data: presentPreflight(type, content, report) }, null, 2));
    else printReport(report, judged);
    return report.errorsCount === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    const message = 'The content could not be parsed as CSV.';
    return refuse({ error: 'invalid_csv', message, errors: [error.message] }, error.suggestions);
  }
}

function main(): number {
  try {
    const { values, positionals } = readCommandLine(USAGE, {
      words: 1,
      options: {
        type: { type: 'string' },
        setting: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    if (file === undefined) throw new UsageError(USAGE);
    const type = readType(values.type, file);
    return run(file, type, readSettingArguments(values.setting), values.json);
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof TypeError;
    if (!isUsage) throw error;
    console.error(error.message);
    return 2;
  }
}

// A reader such as `head` may leave before all is written.
process.stdout.on('error', () => process.exit());
process.exitCode = main();
