import { MalformedCsvError } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { Problem } from '#preflight/problem-list';
import type { CsvReport, ImportType, NdjsonReport, Suggestion } from '#preflight/report';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { plain } from '../terminal/plain.ts';
import { printSample } from './print-sample.ts';

const HEADERS_SHOWN_MAX = 30;
const HEADER_LENGTH_MAX = 60;

/** Checks the same content with other settings. */
type JudgeAgain = (settings: CsvSettingsInput) => CsvReport | NdjsonReport;

/** What was judged, and how to judge it again. */
export interface Judged {
  file: string;
  type: ImportType;
  /** As the person sent them. */
  settings: CsvSettingsInput;
  judgeAgain: JudgeAgain;
}

/** Prints a report for a person, and what the suggested settings would make of the content. */
export function printReport(report: CsvReport | NdjsonReport, judged: Judged): void {
  console.log(report.errorsCount === 0 ? 'VALID' : `NOT VALID: ${count(report, 'error')}`);
  console.log(`Rows:     ${report.rowsCount}${leftOut(report)}`);
  if (report.kind === 'csv') printHeaders(report);
  else printRecords(report);
  if (report.errors.length > 0) console.log('\nErrors:');
  for (const error of report.errors) console.log(`  ${describe(error)}`);
  if (report.warnings.length > 0) console.log('\nWarnings:');
  for (const warning of report.warnings) console.log(`  ${plain(warning)}`);
  if (report.kind === 'ndjson') return;
  if (report.suggestions !== undefined) printSuggestions(report.suggestions, report, judged);
  else printRows(report, judged.type, 'Rows as read:');
}

/** Prints an answer that is no report, and the settings under which the content could be read. */
export function printRefusal(
  body: { error: string; message: string; errors?: string[] },
  suggestions: Record<string, Suggestion>,
  judged: Judged,
): void {
  console.log(
    `REFUSED (${body.error})\n${[body.message, ...(body.errors ?? [])].map(plain).join('\n')}`,
  );
  if (Object.keys(suggestions).length > 0) printSuggestions(suggestions, undefined, judged);
}

function printRows({ sample = [], evidence }: CsvReport, type: ImportType, title: string): void {
  if (sample.length === 0 || type === 'NativeImport') return;
  console.log(`\n${title}`);
  printSample(sample, CSV_TYPES[type], evidence?.sign);
}

function printHeaders({ headers, requiredHeaders, missingRequiredHeaders }: CsvReport): void {
  const shown = headers
    .slice(0, HEADERS_SHOWN_MAX)
    .map((header) =>
      plain(
        header.length > HEADER_LENGTH_MAX ? `${header.slice(0, HEADER_LENGTH_MAX)}…` : header,
      ).trim(),
    );
  const more = headers.length > shown.length ? ` | and ${headers.length - shown.length} more` : '';
  console.log(`Headers:  ${shown.join(' | ')}${more}`);
  console.log(`Required: ${plain(requiredHeaders.join(', '))}`);
  if (missingRequiredHeaders.length > 0) {
    console.log(`Missing:  ${plain(missingRequiredHeaders.join(', '))}`);
  }
}

function printRecords({ recordTypeCounts, invalidRowsCount }: NdjsonReport): void {
  const counts = Object.entries(recordTypeCounts).map(([type, n]) => `${plain(type)} ${n}`);
  console.log(`Records:  ${counts.length === 0 ? 'none' : counts.join(', ')}`);
  if (invalidRowsCount > 0) console.log(`Unread:   ${invalidRowsCount} lines are not records`);
}

function describe({ code, message, value }: Problem): string {
  const quoted = value === undefined || message.includes(value) ? '' : ` ("${value}")`;
  return plain(`${code.padEnd(24)} ${message}${quoted}`);
}

/** The suggestions, what they make of the content, its first rows as read with them, and the command to try it. */
function printSuggestions(
  suggestions: Record<string, Suggestion>,
  report: CsvReport | undefined,
  { file, type, settings, judgeAgain }: Judged,
): void {
  console.log('\nSuggested settings:');
  for (const [name, { value, confidence }] of Object.entries(suggestions)) {
    const share = `${Math.round(confidence * 100)} % sure`;
    console.log(`  ${name.padEnd(26)} ${plain(String(value)).padEnd(28)} ${share}`);
  }
  const next: CsvSettingsInput = { ...settings };
  for (const [name, { value }] of Object.entries(suggestions)) {
    next[name as keyof CsvSettingsInput] = value;
  }
  // Suggested settings stay in doubt, unlike those that the person typed.
  next.inferred_settings = Object.keys(suggestions).join(',');
  const { verdict, read } = judgeNext(next, judgeAgain);
  console.log(`\nWith them the content is ${verdict}.`);
  if (read !== undefined) printRows(read, type, 'Rows as read with them:');
  else if (report !== undefined) printRows(report, type, 'Rows as read without them:');
  const options = Object.entries(next).map(([name, value]) => quote(`${name}=${String(value)}`));
  console.log(
    `\nTo try it:\n  npm run preflight -- ${quote(file)} ${options.map((one) => `--setting ${one}`).join(' ')}`,
  );
}

function judgeNext(
  settings: CsvSettingsInput,
  judgeAgain: JudgeAgain,
): { verdict: string; read?: CsvReport } {
  try {
    const report = judgeAgain(settings);
    const read = report.kind === 'csv' ? { read: report } : {};
    if (report.errorsCount === 0)
      return {
        verdict: `VALID, ${report.rowsCount} row${report.rowsCount === 1 ? '' : 's'}`,
        ...read,
      };
    const first = plain(report.errors[0]?.message ?? '');
    return { verdict: `NOT VALID: ${count(report, 'error')}, the first: ${first}`, ...read };
  } catch (error) {
    if (error instanceof MalformedCsvError) return { verdict: `no CSV: ${error.message}` };
    throw error;
  }
}

function leftOut(report: CsvReport | NdjsonReport): string {
  const skipped = report.kind === 'csv' ? report.skippedRowsCount : undefined;
  return skipped === undefined ? '' : `, ${skipped} of them left out`;
}

function count({ errorsCount }: CsvReport | NdjsonReport, noun: string): string {
  return `${errorsCount} ${noun}${errorsCount === 1 ? '' : 's'}`;
}

/** For a POSIX shell; control characters, a tab as separator say, as bash and zsh write them. */
function quote(text: string): string {
  if (/^[\w./=,-]+$/.test(text)) return text;
  if (/\p{Cc}/u.test(text)) return `$'${plain(text.replace(/[\\']/g, '\\$&'))}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
