import { connect } from 'node:net';

export type RawAnswer = ReturnType<typeof parseAnswer>;

export interface RawOptions {
  /** What follows the last byte: a half-close, a reset, or nothing until the server ends the connection. */
  then?: 'end' | 'reset' | 'wait';
}

/** A request as bytes. `headers` are lines; Host and Connection: close are added. */
export function rawRequest(
  line: string,
  headers: readonly string[],
  body: Buffer | string = '',
): Buffer {
  const head = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

/** Sends bytes and reads until the server ends the connection. */
export async function sendRaw(
  port: number,
  bytes: Buffer,
  { then = 'wait' }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString())));
    socket.on('connect', () => {
      socket.write(bytes, () => {
        if (then === 'end') socket.end();
        else if (then === 'reset') socket.resetAndDestroy();
      });
    });
  });
}

/** An answer as it came over the socket; `status` 0 when the connection ended without one. */
function parseAnswer(text: string) {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d [^\n]*\r\n\r\n)+/, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers: Record<string, string> = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}
