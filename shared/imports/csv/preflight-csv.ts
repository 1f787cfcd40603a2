import { foreignCurrencyColumns, profileRows, reportRows, sampleRows } from './check-rows.ts';
import { decodeText } from './decode.ts';
import { footerWarning } from './footer-warning.ts';
import { readTable } from './read-header.ts';
import { COLUMNS_MAX } from './row-view.ts';
import { acceptedDates } from '../fields/dates.ts';
import { mapColumns, requiredLabels } from './headers.ts';
import { readEncodingSetting, readSettings } from './read-settings.ts';
import { excerpt } from '../../text.ts';
import { createProblemList } from '../problem-list.ts';
import { followReading } from '../evidence/follow-reading.ts';
import { judgeEvidence } from '../evidence/judge-evidence.ts';
import { readingOfSettings, sampleTable } from '../suggestions/reading-of-settings.ts';
import { binaryKind, textKind } from '../file-kind.ts';
import { MalformedCsvError, OtherFormatError } from '../report.ts';
import { mendMalformed } from '../suggestions/mend-malformed.ts';
import { otherEncoding } from '../suggestions/other-encoding.ts';
import { suggestSettings } from '../suggestions/suggest-settings.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import { createWarningList } from '../warning-list.ts';
import type { MalformedUpload } from '../suggestions/mend-malformed.ts';
import type { DecodedText } from './decode.ts';
import type { EncodingName } from './encodings.ts';
import type { RowsProfile, RowSource } from './check-rows.ts';
import type { Reading } from './read-row.ts';
import type { Table } from './read-header.ts';
import type { ColumnMapping } from './headers.ts';
import type { CsvSetting, CsvSettings, CsvSettingsInput } from './settings.ts';
import type { Problem } from '../problem-list.ts';
import type { DateVerdict } from '../fields/decide-date-format.ts';
import type { CsvImportType, CsvReport } from '../report.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { WarningList } from '../warning-list.ts';

/** What was found, and how to read the rows that it was found in; no table when a setting is wrong. */
export interface JudgedCsv {
  report: CsvReport;
  table?: {
    source: RowSource;
    reading: Reading & { settings: CsvSettings; spec: CsvTypeSpec };
    encoding: EncodingName;
    /** Formats that the rows leave open: another one fits them, or nearly so, or none of those that can be sent does. */
    openFormats: CsvSetting[];
  };
}

/** What `judgeCsv` finds. */
export function preflightCsv(...content: Parameters<typeof judgeCsv>): CsvReport {
  return judgeCsv(...content).report;
}

/**
 * Judges CSV content for one import type: settings, headers, every row, and the settings that
 * would make it right. `content` is the bytes as received (for text in a request body: its UTF-8),
 * `settings` the request fields as sent, `now` bounds the dates that are accepted.
 * Throws MalformedCsvError when the text is not CSV at all; any other fault is in the report.
 */
export function judgeCsv(
  content: Uint8Array,
  type: CsvImportType,
  settings: CsvSettingsInput,
  now: Date,
): JudgedCsv {
  const spec = CSV_TYPES[type];
  const text = decodeText(content, readEncodingSetting(settings));
  const read = readSettings(settings, spec, text.bytes);
  if (read.faults.length > 0) {
    return { report: settingsReport(spec, read.settings, read.faults) };
  }

  const kind = binaryKind(content) ?? textKind(text.bytes);
  if (kind !== undefined) throw new OtherFormatError(kind);
  const accepted = acceptedDates(now);
  const upload = { ...text, content, spec, settings: read.settings, accepted };
  try {
    const judged = judge(upload);
    return { ...judged, report: withOtherEncoding(upload, judged.report) };
  } catch (error) {
    if (error instanceof MalformedCsvError) {
      error.suggestions = mendMalformed(upload, error.line);
    }
    throw error;
  }
}

/** Where the encoding that was sent leaves holes in the text, or no header: suggestions for the one that does not. */
function withOtherEncoding(upload: MalformedUpload & DecodedText, report: CsvReport): CsvReport {
  const other = otherEncoding(upload);
  if (other === undefined) return report;
  try {
    const { suggestions } = judge({ ...upload, ...other }).report;
    return { ...report, ...(suggestions !== undefined && { suggestions }) };
  } catch (error) {
    if (error instanceof MalformedCsvError) return report;
    throw error;
  }
}

/** Headers, rows and suggestions. Throws MalformedCsvError. */
function judge(upload: MalformedUpload & DecodedText): JudgedCsv {
  const { bytes, spec, settings, accepted } = upload;
  const table = readTable(bytes, settings);
  const mapping = mapColumns(spec, settings, table.header);
  const sample = sampleTable(bytes, table, settings);
  const statement = readingOfSettings(sample, mapping, settings, accepted);
  const balance = statement === undefined ? undefined : followReading(statement, settings);
  const profile = profileRows(table.source, mapping, settings, spec, accepted, balance);

  const problems = createProblemList();
  addHeaderProblems(mapping, profile, problems.add.bind(problems));
  const reading = {
    spec,
    columns: mapping.columns,
    settings,
    formats: profile.formats,
    accepted,
  };
  reportRows(table.source, reading, profile, problems);
  const warnings = createWarningList();
  addWarnings(profile, table, spec, settings, warnings);
  const footer = footerWarning(table.source, reading);
  if (footer !== undefined) warnings.add(footer);
  for (const warning of upload.warnings) warnings.add(warning);
  const advice = suggestSettings({ ...upload, table, mapping, profile, reading: statement });
  for (const warning of advice.warnings) warnings.add(warning);
  const judged =
    statement === undefined || !isStatement(spec) || profile.rowsCount === 0
      ? undefined
      : judgeEvidence({
          reading: statement,
          settings,
          profile,
          balance: balance?.verdict(),
        });
  for (const warning of judged?.warnings ?? []) warnings.add(warning);
  const report: CsvReport = {
    kind: 'csv',
    rowsCount: profile.rowsCount,
    ...(settings.skipIncompleteRows && { skippedRowsCount: profile.skippedCount }),
    headers: table.header.listed,
    requiredHeaders: mapping.requiredHeaders,
    missingRequiredHeaders: mapping.missingRequiredHeaders,
    errors: problems.finish(),
    errorsCount: problems.count,
    warnings: warnings.finish(),
    ...(settings.sampleRows > 0 && { sample: sampleRows(table.source, reading) }),
    ...(judged !== undefined && { evidence: judged.evidence }),
    ...(Object.keys(advice.suggestions).length > 0 && { suggestions: advice.suggestions }),
  };
  const openFormats = openFormatsOf(profile);
  return {
    report,
    table: { source: table.source, reading, encoding: upload.encoding, openFormats },
  };
}

function openFormatsOf({ date, number }: RowsProfile): CsvSetting[] {
  const isOpen = (verdict: typeof date | typeof number): boolean =>
    verdict === undefined ||
    verdict.faults === verdict.cells ||
    verdict.tiesWith !== undefined ||
    verdict.nearly !== undefined ||
    'accounting' in verdict;
  return [
    ...(isOpen(date) ? (['date_format'] as const) : []),
    ...(isOpen(number) ? (['number_format'] as const) : []),
  ];
}

/** Whether the rows are bookings with a date and a signed amount. */
function isStatement(spec: CsvTypeSpec): boolean {
  return spec.type === 'TransactionImport';
}

/** Wrong settings end the work before the content is parsed. */
function settingsReport(spec: CsvTypeSpec, settings: CsvSettings, faults: Problem[]): CsvReport {
  return {
    kind: 'csv',
    rowsCount: 0,
    headers: [],
    requiredHeaders: requiredLabels(spec, settings),
    missingRequiredHeaders: [],
    errors: faults,
    errorsCount: faults.length,
    warnings: [],
  };
}

function addHeaderProblems(
  mapping: ColumnMapping,
  profile: RowsProfile,
  add: (problem: Problem) => void,
): void {
  const missing = mapping.missingRequiredHeaders;
  if (missing.length > 0) {
    add({
      code: 'missing_required_headers',
      message: `Missing required headers: ${missing.map((label) => excerpt(label)).join(', ')}`,
    });
  }
  for (const problem of mapping.problems) add(problem);
  if (profile.rowsCount === profile.skippedCount) {
    const kind = profile.skippedCount === 0 ? 'row' : 'row with a date and an amount';
    add({ code: 'no_data_rows', message: `There is no ${kind} below the header` });
  }
  const inflow = profile.inflow?.problem();
  if (inflow !== undefined) add(inflow);
}

function addWarnings(
  profile: RowsProfile,
  table: Table,
  spec: CsvTypeSpec,
  settings: CsvSettings,
  warnings: WarningList,
): void {
  const imported = profile.rowsCount - profile.skippedCount;
  if (imported > spec.usualRowsMax) {
    warnings.add(
      `The content has ${imported} rows, which is many for this type (more than ${spec.usualRowsMax}): make sure that it is the right content before all of it is published.`,
    );
  }
  if (table.source.headerCells > COLUMNS_MAX) {
    warnings.add(
      `The header row has ${table.source.headerCells} columns; only the first ${COLUMNS_MAX} are read.`,
    );
  }
  if (profile.skippedCount > 0) warnings.add(skippedWarning(profile));
  if (profile.raggedCount > 0) {
    const first = profile.raggedFirst
      .map(({ line, cells }) => `line ${line} (${cells})`)
      .join(', ');
    warnings.add(
      `Rows with more or fewer cells than the header, which has ${table.source.headerCells}: ${profile.raggedCount}, namely ${first}${profile.raggedCount > profile.raggedFirst.length ? ', …' : ''}.`,
    );
  }
  const { formats } = profile;
  if (settings.dateFormat === undefined && profile.date !== undefined) {
    warnIfClose('dates', 'date_format', formats.dateFormat, profile.date, warnings);
  }
  if (settings.numberFormat === undefined && profile.number !== undefined) {
    warnIfClose('numbers', 'number_format', formats.numberFormat, profile.number, warnings);
  }
  for (const header of foreignCurrencyColumns(profile)) {
    warnings.add(
      `Column "${excerpt(header)}" holds no ISO 4217 currency code in any row; it was not read as the currency.`,
    );
  }
  const inflow = profile.inflow?.warning();
  if (inflow !== undefined) warnings.add(inflow);
}

/** Names another format that fits as well, or nearly so. */
function warnIfClose(
  what: string,
  setting: string,
  format: string,
  { tiesWith, nearly, cells }: Pick<DateVerdict, 'tiesWith' | 'nearly' | 'cells'>,
  warnings: WarningList,
): void {
  if (tiesWith !== undefined) {
    warnings.add(
      `The ${what} fit ${format} and ${tiesWith} alike; they were read as ${format}. Send ${setting} to be sure.`,
    );
  }
  if (nearly === undefined) return;
  warnings.add(
    `Only ${nearly.telling} of ${cells} ${what} ${nearly.telling === 1 ? 'tells' : 'tell'} that they are written as ${format} and not as ${nearly.format}. Send ${setting} to be sure.`,
  );
}

function skippedWarning({ skippedCount, skippedFirst }: RowsProfile): string {
  const rows = skippedCount === 1 ? '1 row is' : `${skippedCount} rows are`;
  const lines = `${skippedCount === 1 ? 'line' : 'lines'} ${skippedFirst.join(', ')}`;
  const more = skippedCount > skippedFirst.length ? ', …' : '';
  return `${rows} left out because a date or an amount is blank: ${lines}${more}.`;
}
