import { MalformedCsvError } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { Problem } from '#preflight/problem-list';
import type { CsvReport, ImportType, NdjsonReport, Suggestion } from '#preflight/report';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { plain } from './plain.ts';
import { printSample } from './print-sample.ts';
import type { Screen } from './screen.ts';

const HEADERS_SHOWN_MAX = 30;
const HEADER_LENGTH_MAX = 60;

/** Checks the same content with other settings. */
type JudgeAgain = (settings: CsvSettingsInput) => CsvReport | NdjsonReport;

/** What was judged, and how to judge it again. */
export interface Judged {
  file: string;
  type: ImportType;
  /** As the person gave them. */
  settings: CsvSettingsInput;
  judgeAgain: JudgeAgain;
}

function title(screen: Screen, says: string): void {
  screen.print();
  screen.print(says, 'bold');
}

/** Prints a report for a person, with what the suggested settings would make of the content. */
export function printReport(
  screen: Screen,
  report: CsvReport | NdjsonReport,
  judged: Judged,
): void {
  if (report.errorsCount === 0) screen.print('VALID', 'green');
  else screen.print(`NOT VALID: ${errorsOf(report)}`, 'red');
  screen.print(`Rows:     ${report.rowsCount}${leftOut(report)}`);
  if (report.kind === 'csv') printHeaders(screen, report);
  else printRecords(screen, report);
  if (report.errors.length > 0) title(screen, 'Errors:');
  for (const error of report.errors) screen.print(`  ${describe(error)}`);
  if (report.warnings.length > 0) title(screen, 'Warnings:');
  for (const { message } of report.warnings) screen.print(`  ${message}`);
  if (report.kind === 'ndjson') return;
  if (report.suggestions !== undefined)
    printSuggestions(screen, report.suggestions, report, judged);
  else printRows(screen, report, judged.type, 'Rows as read:');
}

/** Prints a refusal, which has no report, and the settings under which the content could be read. */
export function printRefusal(
  screen: Screen,
  body: { error: string; message: string; errors?: string[] },
  suggestions: Record<string, Suggestion>,
  judged: Judged,
): void {
  screen.print(`REFUSED (${body.error})`, 'red');
  for (const line of [body.message, ...(body.errors ?? [])]) screen.print(line);
  if (Object.keys(suggestions).length > 0) printSuggestions(screen, suggestions, undefined, judged);
}

function printRows(
  screen: Screen,
  { sample = [], evidence }: CsvReport,
  type: ImportType,
  says: string,
): void {
  if (sample.length === 0 || type === 'NativeImport') return;
  title(screen, says);
  printSample(screen, sample, CSV_TYPES[type], evidence?.sign);
}

function printHeaders(
  screen: Screen,
  { isStatement, headers, requiredHeaders, missingRequiredHeaders }: CsvReport,
): void {
  if (isStatement) return;
  const shown = headers
    .slice(0, HEADERS_SHOWN_MAX)
    .map((header) =>
      (header.length > HEADER_LENGTH_MAX
        ? `${header.slice(0, HEADER_LENGTH_MAX)}…`
        : header
      ).trim(),
    );
  const more = headers.length > shown.length ? ` | and ${headers.length - shown.length} more` : '';
  screen.print(`Headers:  ${shown.join(' | ')}${more}`);
  screen.print(`Required: ${requiredHeaders.join(', ')}`);
  if (missingRequiredHeaders.length > 0) {
    screen.print(`Missing:  ${missingRequiredHeaders.join(', ')}`);
  }
}

function printRecords(screen: Screen, { recordTypeCounts, invalidRowsCount }: NdjsonReport): void {
  const counts = Object.entries(recordTypeCounts).map(([type, n]) => `${type} ${n}`);
  screen.print(`Records:  ${counts.length === 0 ? 'none' : counts.join(', ')}`);
  if (invalidRowsCount > 0) screen.print(`Unread:   ${invalidRowsCount} lines are not records`);
}

function describe({ code, message, value }: Problem): string {
  const quoted = value === undefined || message.includes(value) ? '' : ` ("${value}")`;
  return `${code.padEnd(24)} ${message}${quoted}`;
}

/** Prints the suggestions, what they make of the content, its first rows as read with them, and the command to try them. */
function printSuggestions(
  screen: Screen,
  suggestions: Record<string, Suggestion>,
  report: CsvReport | undefined,
  { file, type, settings, judgeAgain }: Judged,
): void {
  title(screen, 'Suggested settings:');
  for (const [name, { value, confidence }] of Object.entries(suggestions)) {
    const share = `${Math.round(confidence * 100)} % sure`;
    screen.print(`  ${name.padEnd(26)} ${plain(String(value)).padEnd(28)} ${share}`);
  }
  const next: CsvSettingsInput = { ...settings };
  for (const [name, { value }] of Object.entries(suggestions)) {
    next[name as keyof CsvSettingsInput] = value;
  }
  // Suggested settings stay in doubt, unlike those that the person typed.
  next.inferred_settings = Object.keys(suggestions).join(',');
  const { verdict, read } = judgeNext(next, judgeAgain);
  title(screen, `With them the content is ${verdict}.`);
  if (read !== undefined) printRows(screen, read, type, 'Rows as read with them:');
  else if (report !== undefined) printRows(screen, report, type, 'Rows as read without them:');
  const options = Object.entries(next).map(([name, value]) => quote(`${name}=${String(value)}`));
  title(screen, 'To try it:');
  const given = options.map((one) => `--setting ${one}`).join(' ');
  screen.print(`  ${screen.program} preflight ${quote(file)} ${given}`);
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
    const first = report.errors[0]?.message ?? '';
    return { verdict: `NOT VALID: ${errorsOf(report)}, the first: ${first}`, ...read };
  } catch (error) {
    if (error instanceof MalformedCsvError) return { verdict: `no CSV: ${error.message}` };
    throw error;
  }
}

function leftOut(report: CsvReport | NdjsonReport): string {
  const skipped = report.kind === 'csv' ? report.skippedRowsCount : undefined;
  return skipped === undefined ? '' : `, ${skipped} of them left out`;
}

function errorsOf({ errorsCount }: CsvReport | NdjsonReport): string {
  return `${errorsCount} error${errorsCount === 1 ? '' : 's'}`;
}

/** Quotes for a POSIX shell; control characters, such as a tab as separator, in the form of bash and zsh. */
function quote(text: string): string {
  if (/^[\w./=,-]+$/.test(text)) return text;
  if (/\p{Cc}/u.test(text)) return `$'${plain(text.replace(/[\\']/g, '\\$&'))}'`;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
