import { MalformedCsvError } from '../../shared/imports/report.ts';
import type { CsvSettingsInput } from '../../shared/imports/csv/settings.ts';
import type { Problem } from '../../shared/imports/problem-list.ts';
import type {
  CsvReport,
  NdjsonReport,
  SampleRow,
  Suggestion,
} from '../../shared/imports/report.ts';

const HEADERS_SHOWN_MAX = 30;
const HEADER_LENGTH_MAX = 60;

/** Checks the same content with other settings. */
export type JudgeAgain = (settings: CsvSettingsInput) => CsvReport | NdjsonReport;

/** Prints a report for a person, and what the suggested settings would make of the content. */
export function printReport(
  report: CsvReport | NdjsonReport,
  file: string,
  settings: CsvSettingsInput,
  judgeAgain: JudgeAgain,
): void {
  console.log(report.errorsCount === 0 ? 'VALID' : `NOT VALID: ${count(report, 'error')}`);
  console.log(`Rows:     ${report.rowsCount}${leftOut(report)}`);
  if (report.kind === 'csv') printHeaders(report);
  else printRecords(report);
  if (report.errors.length > 0) console.log('\nErrors:');
  for (const error of report.errors) console.log(`  ${describe(error)}`);
  if (report.warnings.length > 0) console.log('\nWarnings:');
  for (const warning of report.warnings) console.log(`  ${plain(warning)}`);
  if (report.kind === 'csv' && report.sample !== undefined) printSample(report.sample);
  if (report.kind === 'csv' && report.suggestions !== undefined) {
    printSuggestions(report.suggestions, file, settings, judgeAgain);
  }
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

/** What was understood, a row a line; what could not be read is a question mark. */
function printSample(sample: readonly SampleRow[]): void {
  console.log('\nRows as read:');
  for (const { line, date, amount, currency, name, category } of sample) {
    const known = [date ?? '?', (amount ?? '?').padStart(12), currency ?? '', name ?? ''];
    const row = [...known, ...(category === null ? [] : [`[${category}]`])];
    console.log(`  ${String(line).padStart(6)}  ${plain(row.join('  ')).trimEnd()}`);
  }
}

function printRecords({ recordTypeCounts, invalidRowsCount }: NdjsonReport): void {
  const counts = Object.entries(recordTypeCounts).map(([type, n]) => `${plain(type)} ${n}`);
  console.log(`Records:  ${counts.length === 0 ? 'none' : counts.join(', ')}`);
  if (invalidRowsCount > 0) console.log(`Unread:   ${invalidRowsCount} lines are no records`);
}

function describe({ code, message, value }: Problem): string {
  const quoted = value === undefined || message.includes(value) ? '' : ` ("${value}")`;
  return plain(`${code.padEnd(24)} ${message}${quoted}`);
}

function printSuggestions(
  suggestions: Record<string, Suggestion>,
  file: string,
  settings: CsvSettingsInput,
  judgeAgain: JudgeAgain,
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
  console.log(`\nWith them the content is ${judgeNext(next, judgeAgain)}. To try it:`);
  const options = Object.entries(next).map(([name, value]) => quote(`${name}=${String(value)}`));
  console.log(
    `  npm run preflight -- ${quote(file)} ${options.map((one) => `--setting ${one}`).join(' ')}`,
  );
}

function judgeNext(settings: CsvSettingsInput, judgeAgain: JudgeAgain): string {
  try {
    const report = judgeAgain(settings);
    if (report.errorsCount === 0) return `VALID, ${report.rowsCount} rows`;
    const first = plain(report.errors[0]?.message ?? '');
    return `NOT VALID: ${count(report, 'error')}, the first: ${first}`;
  } catch (error) {
    if (error instanceof MalformedCsvError) return `no CSV: ${error.message}`;
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

/** Content comes from anywhere: control characters would speak to the terminal. */
function plain(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (char) => `\\x${(char.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`,
  );
}
