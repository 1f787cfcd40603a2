import { preflightCsv } from '#preflight/rows/judge-content';
import { readImport } from '#preflight/rows/read-import';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { CsvImportType, CsvReport } from '#preflight/report';
import type { ImportRow } from '#preflight/rows/import-row';

/** The day on which the files of the tests are read. */
export const NOW = new Date('2025-06-15T12:00:00Z');

/** A file by its lines, its text or its bytes. */
export type Written = readonly string[] | string | Uint8Array;

function bytesOf(file: Written): Uint8Array {
  if (file instanceof Uint8Array) return file;
  return Buffer.from(typeof file === 'string' ? file : file.join('\n'));
}

/** What is said of a file. */
export function judge(
  file: Written,
  settings: CsvSettingsInput = {},
  type: CsvImportType = 'TransactionImport',
): CsvReport {
  return preflightCsv(bytesOf(file), type, settings, NOW);
}

/** Suggested settings by name, or none. */
export type Settings = Record<string, any>;

/** Sends no settings, then what was suggested, as such. */
export function roundTrip(file: Written): {
  settings: Settings;
  first: CsvReport;
  second: CsvReport;
} {
  const first = judge(file);
  const settings = Object.fromEntries(
    Object.entries(first.suggestions ?? {}).map(([name, { value }]) => [name, value]),
  );
  const second = judge(file, { ...settings, inferred_settings: Object.keys(settings) });
  return { settings, first, second };
}

/** Imports a file with the suggestions applied, or with settings sent. */
export function importRows(
  file: Written,
  sent?: CsvSettingsInput,
  type: CsvImportType = 'TransactionImport',
) {
  const rows: ImportRow[] = [];
  const read = readImport(
    {
      content: bytesOf(file),
      type,
      now: NOW,
      settings: sent ?? {},
      applySuggestions: sent === undefined ? 'all' : 'none',
      hasAccount: true,
    },
    (row) => rows.push(row),
  );
  return { ...read, rows };
}
