import { inspect } from 'node:util';
import { createLogger, format, transports } from 'winston';
import type { Logger } from 'winston';
import { originFields } from './origin.ts';
import { activeTrace } from './tracing/active-span.ts';

export type Log = Logger;

export interface LogOptions {
  /** winston level: error, warn, info, debug. */
  level: string;
  /** Process name as in the Procfile; a field of every line. */
  process: string;
}

/**
 * Writes one JSON line per event to standard output. Messages make sense on their own; ids go into fields (request_id, job_id,
 * run_id, duration_ms). The fields of the current request or job are added automatically (`shared/platform/origin.ts`). Never log
 * keys, file content or raw bodies.
 */
export function createLog(options: LogOptions): Log {
  return createLogger({
    level: options.level,
    defaultMeta: { process: options.process, pid: process.pid },
    // One function, because winston's own formats, one per part, cost a request more than its metrics.
    format: format.printf(toLine),
    // Winston's types omit the base class of its console transport.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
    transports: [new transports.Console()],
  });
}

/** Where winston puts the arguments after a message. */
const ARGUMENTS = Symbol.for('splat');

/** Adds the fields of the current origin. Fields of the line itself win. */
function toLine({ level, message, [ARGUMENTS]: more, ...fields }: Record<PropertyKey, unknown>) {
  const line = {
    timestamp: new Date().toISOString(),
    level,
    message,
    ...originFields(),
    ...activeTrace(),
    ...fields,
    // If a message, such as one with a path, contains `%d`, winston leaves the fields to its splat format.
    ...(Array.isArray(more) ? (more[0] as object) : {}),
  } as Record<string, unknown>;
  if (line['error'] instanceof Error) line['error'] = readable(line['error']);
  try {
    return JSON.stringify(line);
  } catch {
    // A value that JSON cannot represent must not end the work that logs it.
    return JSON.stringify({ level, message, line: inspect(line) });
  }
}

/** An Error's message is not enumerable: without this, a field with an error would be `{}`. */
function readable(error: Error): object {
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, message: error.message, ...code, stack: error.stack };
}
