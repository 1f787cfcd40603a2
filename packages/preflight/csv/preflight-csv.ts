import { profileRows, reportRows, sampleRows } from './check-rows.ts';
import { plainBytes } from '../bytes.ts';
import { closeQuotes } from './close-quotes.ts';
import { withoutCutRow, withoutOpenEnd } from './cut-end.ts';
import { decodeText } from './decode.ts';
import { detectEncoding } from './detect-encoding.ts';
import { footerWarning } from './footer-warning.ts';
import { withPlainDigits } from './plain-digits.ts';
import { withoutGuards } from './guarded-cells.ts';
import { readTable } from './read-header.ts';
import {
  addHeaderProblems,
  addWarnings,
  warnOfNoNames,
  warnOfUnreadColumns,
} from './report-warnings.ts';
import { acceptedDates } from '../fields/dates.ts';
import { mapColumns, withStates } from './headers.ts';
import { withNames } from '../suggestions/holder.ts';
import { readEncodingSetting, readInferred, readSettings } from './read-settings.ts';
import { faultsAlone, settingsReport } from './settings-report.ts';
import { createProblemList } from '../problem-list.ts';
import { followBalance } from '../evidence/follow-balance.ts';
import { evidenceOfStatements, judgeEvidence } from '../evidence/judge-evidence.ts';
import { settleDoubt } from '../evidence/settle-doubt.ts';
import { readingOf } from './read-row.ts';
import { inferredOf, openFormatsOf, resolvedSettings } from '../rows/resolved-settings.ts';
import { readingOfSettings, sampleTable } from '../suggestions/reading-of-settings.ts';
import { binaryKind, noTextKind, textKind } from '../file-kind.ts';
import { MalformedCsvError, OtherFormatError, orMalformed } from '../report.ts';
import { mendMalformed } from '../suggestions/mend-malformed.ts';
import { otherEncoding } from '../suggestions/other-encoding.ts';
import { readable } from '../packed/open-file.ts';
import { relay, relayParts, relayRows, relaySigns, relayTrades } from '../layouts/relay.ts';
import { inLayout } from '../layouts/rewrite-cells.ts';
import { declaredEncoding } from '../statements/declared-encoding.ts';
import { readStatements } from '../statements/read-statements.ts';
import { withPositions } from '../statements/statement-table.ts';
import { suggestSettings } from '../suggestions/suggest-settings.ts';
import type { OpenSettings } from '../rows/resolved-settings.ts';
import type { Suggestions } from '../suggestions/suggest-settings.ts';
import { isSignChosen, SEPARATORS } from './settings.ts';
import { CSV_TYPES } from '../types/csv-types.ts';
import { createWarningList } from '../warning-list.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { WarningList } from '../warning-list.ts';
import type { ReadableContent } from '../packed/open-file.ts';
import type { ReadStatements } from '../statements/read-statements.ts';
import type { MalformedUpload } from '../suggestions/mend-malformed.ts';
import type { DecodedText } from './decode.ts';
import type { EncodingName } from './encodings.ts';
import type { Relaid } from '../layouts/rewrite-cells.ts';
import type { RowSource } from './check-rows.ts';
import type { Reading } from './read-row.ts';
import type { CsvSettingsInput, Separator } from './settings.ts';
import type { CsvImportType, CsvReport } from '../report.ts';

/** The report, and how to read the rows that it is about; no table if a setting is wrong. */
export interface JudgedCsv {
  report: CsvReport;
  table?: OpenSettings &
    Omit<Suggestions, 'suggestions' | 'warnings'> & {
      source: RowSource;
      reading: Reading;
      /** The accounts with bookings in a file of statements, as far as it names them. */
      accounts: string[];
      /** Whether some quote may not be meant to open a cell and joins the cells after it. */
      mayJoinCells: boolean;
    };
}

/** A text and how it was sent. */
interface Upload extends MalformedUpload, Omit<DecodedText, 'encoding'> {
  now: Date;
}

/**
 * Judges CSV content for one import type: settings, headers and every row, and suggests settings that would read it
 * correctly. `content` is the bytes as received (for text in a request body: its UTF-8), `settings` the request fields
 * as sent, `now` bounds the dates that are accepted. Throws MalformedCsvError if the text is not CSV at all; any other
 * fault is in the report.
 */
export function judgeCsv(
  content: Uint8Array,
  type: CsvImportType,
  settings: CsvSettingsInput,
  now: Date,
): JudgedCsv {
  const opened = orMalformed(() => readable(content, settings));
  if (!(opened instanceof MalformedCsvError)) return judgeText(opened, type, now);
  const report = faultsAlone(settings, CSV_TYPES[type]);
  if (report === undefined) throw opened;
  return { report };
}

function judgeText(
  { content, settings, statements: texts, warnings: opened }: ReadableContent,
  type: CsvImportType,
  now: Date,
): JudgedCsv {
  const spec = CSV_TYPES[type];
  const declared = texts === undefined ? declaredEncoding(content) : 'utf-8';
  const plain = decodeText(content, encodingToRead(content, settings) ?? declared);
  const decoded = { ...plain, warnings: [...opened, ...plain.warnings] };
  const read = readSettings(settings, spec, decoded.bytes);
  if (read.faults.length > 0) {
    return { report: settingsReport(spec, read.settings, read.faults) };
  }

  const accepted = acceptedDates(now);
  const sent = { content, spec, accepted, now };
  if (binaryKind(content) === undefined) {
    const statements = readStatements(texts ?? [decoded.bytes], spec, settings);
    if (statements !== undefined) {
      const { bytes, settings: formats } = statements;
      const read = { ...decoded, ...sent, spec: withPositions(spec) };
      return judge({ ...read, bytes, settings: formats, statements });
    }
  }
  const unguarded = decoded.mayHaveGuards ? withoutGuards(decoded.bytes) : decoded.bytes;
  const plainDigits = decoded.hasArabic ? withPlainDigits(unguarded) : unguarded;
  const signed =
    spec.type === 'TransactionImport'
      ? relaySigns(plainDigits, accepted, isSignChosen(read.settings))
      : undefined;
  const warnings = [...decoded.warnings, ...(signed?.warnings ?? [])];
  const text = { ...decoded, bytes: signed?.bytes ?? plainDigits, warnings };
  const isSent = read.settings.chosen.has('encoding');
  const kind =
    binaryKind(content) ?? textKind(text.bytes) ?? (isSent ? undefined : noTextKind(text.bytes));
  if (kind !== undefined) throw new OtherFormatError(kind);
  const upload = { ...text, ...sent, settings: read.settings };
  const judged = orMalformed(() => judgeLaidOut(upload));
  if (!(judged instanceof MalformedCsvError)) return judged;
  const whole = readWithout(withoutOpenEnd(text.bytes, judged.line, accepted), upload);
  if (whole !== undefined) return whole;
  judged.suggestions = mendMalformed(upload, judged.line);
  const closed = Object.keys(judged.suggestions).length > 0 ? undefined : readClosed(upload);
  if (closed === undefined) throw judged;
  return closed;
}

/** Judges a text. If its table is laid out for people, judges a copy whose cells contain what the layout only implies. */
function judgeLaidOut(upload: Upload): JudgedCsv {
  const judged = judge(upload);
  const { report, table } = judged;
  // With the wrong separator, quotes do not seem to open a cell.
  const isSplit = report.suggestions?.['col_sep'] === undefined;
  const closed = table?.mayJoinCells && isSplit && closedBy(upload, upload.settings.separator);
  const mended = closed && judgeLaidOut(closed);
  if (mended && mended.report.errorsCount <= report.errorsCount) return mended;
  const whole = readWithout(table && withoutCutRow(table.source, table.reading), upload);
  if (whole !== undefined) return whole;
  const traded = table?.trades && relayTrades(upload.bytes, table.trades);
  if (traded !== undefined) return judgeLaidOut(inLayout(upload, traded));
  const parts = relayParts(upload, report);
  if (parts !== undefined) return judgeLaidOut(inLayout(upload, parts));
  const relaid =
    report.errorsCount > 0
      ? relay(upload.bytes, upload.accepted, table?.areRowsWhole)
      : table && relayRows(table.source, table.reading, report);
  if (relaid === undefined) return { ...judged, report: withOtherEncoding(upload, report) };
  const laidOut = inLayout(upload, relaid);
  const read = judge(laidOut);
  // The rows of a table that can be read now may leave days and texts to others.
  const isMended = report.errorsCount > 0 && read.report.errorsCount === 0;
  if (!isMended || read.table === undefined) return read;
  const rows = relayRows(read.table.source, read.table.reading, read.report);
  return rows === undefined ? read : judge(inLayout(laidOut, rows));
}

/** Judges a text without the row in which it was cut off; undefined if no other row is left. */
function readWithout(cut: Relaid | undefined, upload: Upload): JudgedCsv | undefined {
  if (cut === undefined) return undefined;
  const judged = judgeLaidOut(inLayout(upload, cut));
  return judged.report.rowsCount > 0 ? judged : undefined;
}

/** Judges a text without its unclosed quotes, found by the number of cells in a row; undefined if that does not tell. */
function readClosed(upload: Upload): JudgedCsv | undefined {
  for (const separator of new Set([upload.settings.separator, ...SEPARATORS])) {
    const closed = closedBy(upload, separator);
    const judged = closed && orMalformed(() => judge(closed));
    if (judged !== undefined && !(judged instanceof MalformedCsvError)) return judged;
  }
  return undefined;
}

/** The upload without the quotes that are not meant to open a cell; undefined if these cannot be told. */
function closedBy(upload: Upload, separator: Separator) {
  const closed = closeQuotes(upload.bytes, separator, upload.now);
  return closed && inLayout(upload, closed);
}

/** The encoding that was sent; undefined if the bytes suggest the same one and no person chose it. */
function encodingToRead(content: Uint8Array, settings: CsvSettingsInput): EncodingName | undefined {
  const encoding = readEncodingSetting(settings);
  if (encoding === undefined || readInferred(settings)?.includes('encoding') !== true) {
    return encoding;
  }
  return detectEncoding(plainBytes(content)).encoding === encoding ? undefined : encoding;
}

/** If the bytes contradict the encoding that was sent, adds a warning and the suggestions for the one that they suggest. */
function withOtherEncoding(upload: Upload, report: CsvReport): CsvReport {
  const other = otherEncoding(upload);
  if (other === undefined) return report;
  const warned = { ...report, warnings: [other.contradiction, ...report.warnings] };
  if (other.encoding === upload.encoding) return warned;
  const judged = orMalformed(() => judge({ ...upload, ...other }));
  if (judged instanceof MalformedCsvError) return warned;
  const { suggestions } = judged.report;
  return { ...warned, ...(suggestions !== undefined && { suggestions }) };
}

/** Judges headers and rows, and suggests settings, except for statements, whose table is known. Throws MalformedCsvError. */
function judge(upload: Upload & { statements?: ReadStatements }): JudgedCsv {
  const { bytes, spec, accepted, statements } = upload;
  const table = readTable(bytes, upload.settings);
  if (statements !== undefined) table.source.start.lines = statements.lines;
  const named = mapColumns(spec, upload.settings, table.header);
  const sample = statements === undefined ? sampleTable(bytes, table, upload.settings) : undefined;
  const statement = sample && readingOfSettings(sample, named, upload.settings, accepted);
  const mapping = withNames(withStates(spec, named, statement), statement, upload.settings);
  const balance = statement === undefined ? undefined : followBalance(statement, upload.settings);
  const profile = profileRows(table.source, mapping, upload, balance);
  const settings =
    statement === undefined
      ? upload.settings
      : settleDoubt({ ...upload, reading: statement }, profile);

  const problems = createProblemList();
  addHeaderProblems(mapping, profile, statements !== undefined, problems.add.bind(problems));
  const reading = readingOf(upload, settings, mapping, profile);
  reportRows(table.source, reading, profile, problems);
  const warnings = createWarningList();
  warnings.add(...(statements?.warnings ?? []));
  addWarnings(profile, table, spec, settings, warnings);
  const footer = statements === undefined ? footerWarning(table.source, reading) : undefined;
  warnings.add(footer, ...upload.warnings);
  const read = { ...upload, settings, table, mapping, profile, reading: statement };
  const { suggestions, evidence, ...found } =
    statements === undefined
      ? advise(read, balance, warnings)
      : {
          suggestions: {},
          evidence: evidenceOfStatements(statements.proof, read),
          areRowsWhole: true,
        };
  const resolved = resolvedSettings(reading, upload.encoding, profile.pending.count);
  const report: CsvReport = {
    kind: 'csv',
    rowsCount: profile.rowsCount,
    ...((settings.skipIncompleteRows || profile.leftOut.count > 0) && {
      skippedRowsCount: profile.leftOut.count,
    }),
    ...(statements !== undefined && { isStatement: true, ...statements.stated }),
    headers: table.header.listed,
    requiredHeaders: mapping.requiredHeaders,
    missingRequiredHeaders: mapping.missingRequiredHeaders,
    errors: problems.finish(),
    errorsCount: problems.count,
    warnings: warnings.finish(),
    ...(settings.sampleRows > 0 && { sample: sampleRows(table.source, reading) }),
    ...(evidence !== undefined && { evidence }),
    ...(Object.keys(suggestions).length > 0 && { suggestions }),
    settings: resolved,
    inferredSettings: inferredOf(resolved, settings),
  };
  const repeated = [...upload.settings.chosen].filter((name) => !settings.chosen.has(name));
  const accounts = statements?.accounts ?? [];
  const openFormats = openFormatsOf(profile);
  const { source } = table;
  const { mayJoinCells } = profile;
  return {
    report,
    table: { source, reading, openFormats, repeated, accounts, mayJoinCells, ...found },
  };
}

/** Settings that would read a table better, and the evidence for how it was read. */
function advise(
  read: Parameters<typeof suggestSettings>[0],
  balance: ReturnType<typeof followBalance>,
  warnings: WarningList,
): Omit<Suggestions, 'warnings'> & { evidence: Evidence | undefined } {
  const { reading, spec, settings, profile } = read;
  const { warnings: doubts, ...found } = suggestSettings(read);
  warnings.add(...doubts);
  if (reading !== undefined) warnOfUnreadColumns(spec, found.suggestions, warnings);
  warnOfNoNames(read, found.suggestions, warnings);
  const isStatement = spec.type === 'TransactionImport' && profile.rowsCount > 0;
  const advice = { ...found, evidence: undefined };
  if (reading === undefined || !isStatement) return advice;
  const judged = judgeEvidence({ reading, settings, profile, balance: balance?.verdict() });
  warnings.add(...judged.warnings);
  return { ...advice, evidence: judged.evidence };
}
