import { Writable } from 'node:stream';
import winston from 'winston';
import { createLog } from '../../shared/platform/log.ts';

export type CapturedLog = ReturnType<typeof createCapturedLog>;

/** The real log, and every line that it wrote as an object. */
export function createCapturedLog(level = 'debug') {
  const lines: Record<string, any>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, any>);
      done();
    },
  });
  const log = createLog({ level, process: 'test' });
  log.clear().add(new winston.transports.Stream({ stream }));
  return { log, lines };
}
