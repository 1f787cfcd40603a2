import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { RAW_ANSWER } from '../../shared/sync/client/raw-log.ts';

const width = 16;
const colours = [36, 33, 35, 32, 34, 96, 95];
const seen: string[] = [];

function paint(name: string, text: string): string {
  if (!process.stdout.isTTY) return text;
  if (!seen.includes(name)) seen.push(name);
  return `\u001b[${String(colours[seen.indexOf(name) % colours.length])}m${text}\u001b[0m`;
}

/** Where the lines of processes go; null: to the terminal. */
let logFile: string | null = null;

/** Sends the lines of processes to this file from now on; only its owner can read it. */
export function logTo(file: string): void {
  writeFileSync(file, '', { mode: 0o600 });
  logFile = file;
}

/** The last lines of the log, for a user whose start has failed; null while the terminal shows all of them. */
export function endOfLog(): string | null {
  if (logFile === null) return null;
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20);
  return `${lines.join('\n')}\n\nAll of it is in ${logFile}`;
}

/** Writes a line of a process to the log. */
export function printLog(name: string, line: string): void {
  if (logFile === null) printLine(name, line);
  else appendFileSync(logFile, `${name.padEnd(width)}| ${line}\n`);
}

/** Whether the cursor is on a progress line, which other output has to replace. */
let openLine = false;

/** Prints one line after the name of a process or step. It replaces a progress line. */
export function printLine(name: string, line: string): void {
  const lead = openLine ? '\r\u001b[2K' : '';
  openLine = false;
  process.stdout.write(`${lead}${paint(name, `${name.padEnd(width)}|`)} ${line}\n`);
}

/** Prints a step of the start as a line that the next call overwrites; without a terminal, as an ordinary line. */
export function printStep(line: string): void {
  if (process.stdout.isTTY) printProgress('start', line);
  else printLine('start', line);
}

/** Prints a line that the next call overwrites; without a terminal it goes to the log. */
export function printProgress(name: string, line: string): void {
  if (!process.stdout.isTTY) {
    printLog(name, line);
    return;
  }
  process.stdout.write(`\r\u001b[2K${paint(name, `${name.padEnd(width)}|`)} ${line}`);
  openLine = true;
}

const plainFields = new Set(['level', 'message', 'timestamp', 'process', 'pid']);

/** A JSON log line for people: its message, with its fields when something is wrong or was asked for. */
export function readable(line: string): string {
  if (!line.startsWith('{')) return line;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  if (typeof entry['message'] !== 'string') return line;
  const level = typeof entry['level'] === 'string' ? entry['level'] : 'info';
  const isQuiet = level === 'info' || level === 'debug';
  if (isQuiet && entry['message'] !== RAW_ANSWER) return entry['message'];
  const rest = Object.entries(entry).filter(([key]) => !plainFields.has(key));
  const fields = rest.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(rest))}`;
  return `${isQuiet ? '' : `${level.toUpperCase()} `}${entry['message']}${fields}`;
}

/** Calls `use` with each line of a stream that is not blank. */
export function eachLine(input: Readable, use: (line: string) => void): void {
  createInterface({ input }).on('line', (line) => {
    if (line.trim() !== '') use(line);
  });
}
