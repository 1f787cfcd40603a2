import { expect } from 'chai';
import { readImport } from '#preflight/rows/read-import';
import { preflightCsv } from '#preflight/csv/preflight-csv';
import type { CsvReport } from '#preflight/report';
import type { Settings } from './round-trip-of.ts';

const NOW = new Date('2025-06-15T12:00:00Z');

/** An import of the lines. */
export interface ReadLines {
  settings: Settings;
  /** `line:amount`, and `:currency` where the row has one. */
  rows: string[];
  report: CsvReport;
  warnings: string;
}

/**
 * Imports lines with the suggestions applied, or with settings sent, and makes sure that preflight's sample shows the
 * rows of the import.
 */
export function importOf(lines: readonly string[], sent?: Settings): ReadLines {
  const content = Buffer.from(lines.join('\n'));
  const applySuggestions = sent === undefined ? 'all' : 'none';
  const shared = { type: 'TransactionImport', now: NOW } as const;
  const rows: string[] = [];
  const read = readImport(
    { ...shared, content, settings: sent ?? {}, applySuggestions, hasAccount: true },
    ({ line, values: { amount, currency } }) => {
      rows.push([line, amount, currency].filter((value) => value !== null).join(':'));
    },
  );
  const settings = read.sent as Settings;
  const again = preflightCsv(content, shared.type, { ...settings, sample_rows: 100 }, NOW);
  expect(again.errors, JSON.stringify(settings)).to.deep.equal([]);
  expect(
    again.sample?.map(({ line, amount, currency }) =>
      [line, amount, currency].filter((value) => value !== null).join(':'),
    ),
  ).to.deep.equal(rows);
  return { settings, rows, report: read.report, warnings: read.report.warnings.join('\n') };
}
