/**
 * `npm run preflight -- FILE [--type TYPE] [--setting key=value …] [--json]`: the answer of
 * POST /api/v1/imports/preflight in a terminal, without a server or a database. Exit code 0 when
 * the content is valid, 1 when it is not, 2 when the command is wrong.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CSV_SETTINGS } from '../shared/imports/options.ts';
import { preflightNdjson } from '../shared/imports/ndjson/preflight-ndjson.ts';
import { preflightCsv } from '../shared/imports/preflight-csv.ts';
import { ACCEPTED_IMPORT_TYPES, MalformedCsvError } from '../shared/imports/report.ts';
import type { CsvSettingsInput } from '../shared/imports/options.ts';
import type { CsvImportType, CsvReport, NdjsonReport } from '../shared/imports/report.ts';

const USAGE = `Usage: npm run preflight -- FILE [--type TYPE] [--setting key=value …] [--json]

TYPE is one of ${ACCEPTED_IMPORT_TYPES.join(', ')}.
Settings: ${CSV_SETTINGS.join(', ')}.`;

const KNOWN_SETTINGS: ReadonlySet<string> = new Set(CSV_SETTINGS);

/** A terminal has no household to compare names with, and the service's default limit. */
const NO_HOUSEHOLD = { categories: [], tags: [], merchants: [] };
const NATIVE_ROWS_MAX = 100_000;

function isCsvType(type: string): type is CsvImportType {
  return type !== 'NativeImport' && ACCEPTED_IMPORT_TYPES.some((accepted) => accepted === type);
}

/** Splits `key=value`; throws for a key that is no setting. */
function readSettingArguments(list: readonly string[]): CsvSettingsInput {
  const settings: Record<string, string> = {};
  for (const argument of list) {
    const at = argument.indexOf('=');
    const key = at < 0 ? argument : argument.slice(0, at);
    if (at < 0 || !KNOWN_SETTINGS.has(key)) throw new Error(`Not a setting: ${argument}`);
    settings[key] = argument.slice(at + 1);
  }
  return settings;
}

function printReport(report: CsvReport | NdjsonReport): void {
  console.log(report.errorsCount === 0 ? 'VALID' : 'NOT VALID');
  console.log(`Rows:     ${report.rowsCount}`);
  if (report.kind === 'csv') {
    console.log(`Headers:  ${report.headers.join(' | ')}`);
    console.log(`Required: ${report.requiredHeaders.join(', ')}`);
    if (report.missingRequiredHeaders.length > 0) {
      console.log(`Missing:  ${report.missingRequiredHeaders.join(', ')}`);
    }
  } else {
    const counts = Object.entries(report.recordTypeCounts).map(([type, n]) => `${type} ${n}`);
    console.log(`Records:  ${counts.join(', ')}`);
  }
  if (report.errors.length > 0) console.log(`\nErrors (${report.errorsCount}):`);
  for (const error of report.errors) {
    const value = error.value === undefined ? '' : ` ("${error.value}")`;
    console.log(`  ${error.code.padEnd(24)} ${error.message}${value}`);
  }
  if (report.warnings.length > 0) console.log('\nWarnings:');
  for (const warning of report.warnings) console.log(`  ${warning}`);
  const suggestions = Object.entries((report.kind === 'csv' && report.suggestions) || {});
  if (suggestions.length > 0) console.log('\nSuggested settings:');
  for (const [name, { value, confidence }] of suggestions) {
    console.log(
      `  ${name.padEnd(26)} ${String(value).padEnd(28)} ${Math.round(confidence * 100)} %`,
    );
  }
}

function main(): number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        type: { type: 'string', default: 'TransactionImport' },
        setting: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    const { type } = values;
    if (file === undefined || (type !== 'NativeImport' && !isCsvType(type))) {
      console.error(USAGE);
      return 2;
    }
    const content = readFileSync(file);
    const report =
      type === 'NativeImport'
        ? preflightNdjson(content, { existing: NO_HOUSEHOLD, rowsMax: NATIVE_ROWS_MAX })
        : preflightCsv(content, type, readSettingArguments(values.setting), new Date());
    if (values.json) console.log(JSON.stringify(report, null, 2));
    else printReport(report);
    return report.errorsCount === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof MalformedCsvError ? 1 : 2;
  }
}

process.exitCode = main();
