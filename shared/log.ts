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

/** An Error has no enumerable message: without this a field that holds one is `{}`. */
const errorFields = format((info) => {
  const { error } = info;
  if (!(error instanceof Error)) return info;
  const code = 'code' in error ? { code: error.code } : {};
  return {
    ...info,
    error: { name: error.name, message: error.message, ...code, stack: error.stack },
  };
});

/** What the code that writes the line works for. What the line says itself wins. */
const addOrigin = format((info) => ({ ...originFields(), ...activeTrace(), ...info }));

/**
 * One JSON line per event on standard output. The message reads alone; ids go into fields
 * (request_id, job_id, run_id, duration_ms); those of the request or job that writes it come by themselves
 * (`shared/origin.ts`). Never keys, file content or raw bodies.
 */
export function createLog(options: LogOptions): Log {
  return createLogger({
    level: options.level,
    defaultMeta: { process: options.process, pid: process.pid },
    format: format.combine(
      addOrigin(),
      format.timestamp(),
      format.errors({ stack: true }),
      errorFields(),
      format.json(),
    ),
    // winston types its console transport without its base class.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
    transports: [new transports.Console()],
  });
}
