import { inspect } from 'node:util';
import { createLogger, format, transports } from 'winston';
import type { Logger } from 'winston';
import { originFields } from './origin.ts';
import { activeTrace } from './tracing/active-span.ts';

export type Log = Logger;

export interface LogOptions {
  /** winston level: error, warn, info, debug. */
  level: string;
  /** Process name as in the Procfile, a field of every line. */
  process: string;
}

/**
 * One JSON line per event on standard output. The message reads alone; ids go into fields
 * (request_id, job_id, run_id, duration_ms); those of the request or job that writes it are added automatically
 * (`shared/platform/origin.ts`). Never keys, file content or raw bodies.
 */
export function createLog(options: LogOptions): Log {
  return createLogger({
    level: options.level,
    defaultMeta: { process: options.process, pid: process.pid },
    // One function: winston's own, one for each of these parts, cost a request more than its metrics.
    format: format.printf(toLine),
    // winston types its console transport without its base class.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
    transports: [new transports.Console()],
  });
}

/** Where winston puts the arguments after a message. */
const ARGUMENTS = Symbol.for('splat');

/** What the code that writes the line works for comes with it. What the line says itself wins. */
function toLine({
  level,
  message,
  [ARGUMENTS]: more,
  ...fields
}: Record<PropertyKey, unknown>): string {
  const line = {
    timestamp: new Date().toISOString(),
    level,
    message,
    ...originFields(),
    ...activeTrace(),
    ...fields,
    // Where a message, such as one with a path, holds a `%d`, winston leaves fields to those who fill it.
    ...(Array.isArray(more) ? (more[0] as object) : {}),
  } as Record<string, unknown>;
  if (line['error'] instanceof Error) line['error'] = readable(line['error']);
  try {
    return JSON.stringify(line);
  } catch {
    // A value that JSON cannot hold must not end the work that logs it.
    return JSON.stringify({ level, message, line: inspect(line) });
  }
}

/** An Error has no enumerable message: without this a field that holds one is `{}`. */
function readable(error: Error): object {
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, message: error.message, ...code, stack: error.stack };
}
