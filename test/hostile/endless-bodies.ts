import { gzipSync } from 'node:zlib';
import { ODD_FORM } from '../helpers/odd-form.ts';
import { rawRequest } from '../helpers/raw-http.ts';
import type { HostileRequest } from './mutated-request.ts';

const PREFLIGHT = '/api/v1/imports/preflight';
const CONTENT = 'date,amount\n01/31/2025,4.00\n';
const JSON_BODY = Buffer.from(
  JSON.stringify({ type: 'TransactionImport', raw_file_content: CONTENT }),
);
const FORM_TYPE = 'multipart/form-data; boundary=B';
/** Needs no key, and leaves its connection open. */
const BEFORE = Buffer.from('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n');

/** In pieces of 64 bytes. */
function chunkedOf(body: Buffer): Buffer {
  const pieces = Array.from({ length: Math.ceil(body.length / 64) }, (_, at) => {
    const piece = body.subarray(at * 64, at * 64 + 64);
    return Buffer.concat([
      Buffer.from(`${piece.length.toString(16)}\r\n`),
      piece,
      Buffer.from('\r\n'),
    ]);
  });
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

/**
 * Requests that never complete: typical ones of each kind of body, cut off at every byte, after which the client is
 * silent, ends its side or resets the connection, or zeros follow, or which another request precedes; and forms with
 * parts after their end. `chunks` is the path of a session's chunks.
 */
export function endlessBodies(key: string, chunks: string): HostileRequest[] {
  const post = (path: string, type: string, body: Buffer, ...headers: string[]): Buffer =>
    rawRequest(`POST ${path}`, [`X-Api-Key: ${key}`, `Content-Type: ${type}`, ...headers], body);
  const plain = (path: string, type: string, body: Buffer, ...headers: string[]): Buffer =>
    post(path, type, body, `Content-Length: ${body.length}`, ...headers);
  const chunked = (type: string, body: Buffer): Buffer =>
    post(PREFLIGHT, type, chunkedOf(body), 'Transfer-Encoding: chunked');
  const text = Buffer.from(new URLSearchParams({ raw_file_content: CONTENT }).toString());
  const packed = gzipSync(JSON_BODY);
  const typical: Record<string, Buffer> = {
    json: plain(PREFLIGHT, 'application/json', JSON_BODY),
    'json of a rule': plain('/api/v1/rules/preview', 'application/json', JSON_BODY),
    urlencoded: plain(PREFLIGHT, 'application/x-www-form-urlencoded', text),
    multipart: plain(PREFLIGHT, FORM_TYPE, ODD_FORM),
    'multipart chunk': plain(chunks, FORM_TYPE, ODD_FORM),
    'json, chunked': chunked('application/json', JSON_BODY),
    'multipart, chunked': chunked(FORM_TYPE, ODD_FORM),
    'json, gzip': plain(PREFLIGHT, 'application/json', packed, 'Content-Encoding: gzip'),
    'multipart, gzip': plain(chunks, FORM_TYPE, gzipSync(ODD_FORM), 'Content-Encoding: gzip'),
  };
  const requests = Object.entries(typical).flatMap(([kind, bytes]) => cutsOf(kind, bytes));
  for (const path of [PREFLIGHT, chunks]) {
    for (const at of ODD_FORM.keys()) {
      const body = Buffer.concat([ODD_FORM, ODD_FORM.subarray(0, at)]);
      requests.push({
        kind: 'parts after the end, silent',
        name: `${path} ${at}`,
        request: `POST ${path}`,
        bytes: post(path, FORM_TYPE, body, `Content-Length: ${2 * ODD_FORM.length}`),
        then: 'wait',
        isAwaited: true,
      });
    }
  }
  return requests;
}

function cutsOf(body: string, bytes: Buffer): HostileRequest[] {
  const request = bytes.subarray(0, bytes.indexOf('\r')).toString();
  return Array.from({ length: bytes.length - 1 }, (_, before) => {
    const at = before + 1;
    const cut = bytes.subarray(0, at);
    const named = (how: string) => ({
      kind: `${body}, ${how}`,
      name: `${body}, ${how} after ${at} bytes`,
      request,
    });
    return [
      { ...named('silent'), bytes: cut, then: 'wait', isAwaited: true },
      { ...named('half-closed'), bytes: cut, then: 'end' },
      { ...named('reset'), bytes: cut, then: 'reset' },
      {
        ...named('zeros'),
        bytes: Buffer.concat([cut, Buffer.alloc(bytes.length - at)]),
        then: 'wait',
        isAwaited: true,
      },
      {
        ...named('pipelined'),
        bytes: Buffer.concat([BEFORE, cut]),
        then: 'wait',
        isAwaited: true,
        answers: 2,
      },
    ] satisfies HostileRequest[];
  }).flat();
}
