import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { drawsOf } from '../helpers/draws.ts';
import { rawRequest } from '../helpers/raw-http.ts';

const document: any = buildOpenApiDocument();

/** One operation of the document. */
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: any }[];
  bodies: Record<string, any>;
}

const OPERATIONS: readonly Operation[] = Object.entries<any>(document.paths).flatMap(
  ([path, item]) =>
    Object.entries<any>(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      bodies: Object.fromEntries(
        Object.entries<any>(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          schema,
        ]),
      ),
    })),
);

/** What a request may be made of, besides the document. */
export interface Material {
  keys: readonly string[];
  /** Ids of records, by the first word of the path that names them: `rules`, `accounts`. */
  ids: ReadonlyMap<string, readonly string[]>;
}

/** What is sent, and what its client does then. */
export interface HostileRequest {
  /** What figures are grouped by. */
  kind: string;
  name: string;
  /** Method and path, as sent. */
  request: string;
  bytes: Buffer;
  then: 'wait' | 'end' | 'reset';
  /** Whether the service must wait before it may give up. */
  isAwaited?: boolean;
  /** Default 1. */
  answers?: number;
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Values that are wrong nearly everywhere, as JSON texts. */
const ODD = [
  'null', 'true', '-1', '0', '1e400', '2147483648', '9007199254740993', '0.1', '""', '" "', '"\\u0000"', '"a\\ud800b"',
  '"\\ufeff"', '[]', '{}', '[null]', '[[[]]]', '{"__proto__":{"a":1}}', '"0000-00-00"', '"2026-02-30"', '"9999-12-31T99:99:99Z"',
  '"NaN"', '"%"', '"\'; drop table rules; --"', '"00000000-0000-4000-8000-000000000000"', deep(40), deep(3000),
  JSON.stringify('x'.repeat(300)), JSON.stringify('\u{1f600}'.repeat(500)), JSON.stringify('y'.repeat(20_000)),
  '1'.repeat(20_000), '1e999999999', '-0', `0.${'0'.repeat(5000)}1`, '{"":"","constructor":{"prototype":{}},"then":1,"toJSON":1}',
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, '"\u202e\u0000\u001b[2J"', JSON.stringify('e\u0301\u200d'.repeat(4000)), '// c\n1',
  "'a'", 'NaN', '[1,]', '"0001-01-01"', '"-271821-04-20"', '"+012026-01-01"', '"1e-400"', '"٣"', '"１２．５０"',
  JSON.stringify(Array.from({ length: 600 }, () => ({}))), JSON.stringify(Array.from({ length: 3000 }, (_, at) => at)),
]; // prettier-ignore
const CONTENT = [
  'date,amount,name\n2026-01-31,-4.20,Coffee\n',
  'date;amount\nsoon;lots\n',
  '{"type":"Category","data":{"id":"c1","name":"Books"}}\n',
  '"unclosed\n',
  '\u0000\u0001,\n',
  'a,a,a\n'.repeat(200),
  '{"type":"Transaction","data":{"id":[]}}\n{"type":1}\n',
  `date,amount\n${'\ufffd'.repeat(3000)},${'9'.repeat(3000)}\n`,
  `${'\ufffd'.repeat(200)};201\n${'1;2\n'.repeat(400)}`,
  `date,amount,name\n${'"a""'.repeat(2000)}\n`,
  `${'"'.repeat(4001)}\n`,
  `${',;|\t'.repeat(2000)}\n`.repeat(3),
  `{"type":"Rule","data":${deep(5000)}}\n`,
  `${JSON.stringify({ type: 'Category', data: { id: 'a', name: 'x', parent_id: 'a' } })}\n`.repeat(
    300,
  ),
];
const HEADERS = [
  'X-Request-Id: <script>', 'X-Request-Id: \u00e9', 'Accept: nothing', 'Content-Encoding: br', 'Content-Encoding: gzip',
  'Content-Encoding: snappy', 'Transfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: tea', 'Range: bytes=0-1',
  'Authorization: Bearer x', 'Origin: null', 'If-None-Match: *', 'Cookie: a=b; __proto__=c', 'X-Forwarded-For: 1.2.3.4',
  'X-HTTP-Method-Override: DELETE', 'Content-Type: text/html', 'Content-Type: application/json; charset=utf-16', 'bad header',
  'If-Match: *', 'If-Match: "x", W/"y"', 'If-Match: "', 'If-None-Match: W/"a","b"', 'Idempotency-Key: a', 'Idempotency-Key: ',
  `Idempotency-Key: ${'k'.repeat(300)}`, 'Idempotency-Key: \u0001', 'Content-Type: application/json; charset=utf-7',
  'Content-Type: multipart/form-data; boundary=', `Content-Type: multipart/form-data; boundary=${'b'.repeat(3000)}`,
  'Content-Type: multipart/form-data; boundary="a\u0000b"', 'Content-Type: application/x-www-form-urlencoded; charset=shift_jis',
  'Content-Type: multipart/mixed; boundary=B', 'Content-Encoding: gzip, gzip', 'Content-Encoding: identity', 'TE: trailers',
  'Trailer: X-Api-Key', 'Connection: close, x-api-key', 'Transfer-Encoding: gzip, chunked', 'Transfer-Encoding:\tchunked',
  'Accept-Encoding: *;q=0', 'X-Forwarded-Proto: javascript', 'Forwarded: for="[::1]"', 'Last-Event-ID: -1', 'Accept: text/event-stream',
  'Date: soon', 'Content-Range: bytes 0-1/9', 'Content-Length: -1', 'Content-Length: 99999999999999999999', 'Upgrade: websocket', `X-Long: ${'z'.repeat(20_000)}`, 'X-Api-Key: twice', 'Content-Length: 3', 'Host: twice',
]; // prettier-ignore

const BLANK = Buffer.alloc(40_000_000, 0x20);
/** How bodies are packed, and of each way one that grows a thousandfold. */
const CODINGS = [
  ['gzip', gzipSync, gzipSync(BLANK)],
  ['deflate', deflateSync, deflateSync(BLANK)],
  ['deflate', deflateRawSync, deflateRawSync(BLANK)],
  ['br', brotliCompressSync, brotliCompressSync(BLANK)],
] as const;
/** Kinds of what a part of a form says of itself. */
const PARTS = [
  '', '', '', '', '', '\r\nContent-Transfer-Encoding: base64', '\r\nContent-Transfer-Encoding: quoted-printable', `\r\nX: ${'x'.repeat(20_000)}`,
  '\r\nContent-Type: multipart/mixed; boundary=B', '\r\nContent-Type: text/plain; charset=utf-16', '\r\n: no name', '\r\n folded',
  '\r\nContent-Disposition: form-data; name="twice"; filename*=UTF-8\'\'%ff%00', '\r\nContent-Disposition: attachment',
]; // prettier-ignore

/** A JSON text, or what is none, as the value of a parameter. */
const wordOf = (text: string): string =>
  text
    .replaceAll(/^\[.*|^"|"$/gs, '')
    .slice(0, 3000)
    .toWellFormed();

/** Makes requests of the document's operations that are mostly wrong in one or a few ways. */
export function createMutator(random: () => number, material: Material): () => HostileRequest {
  const { below, pick, chance } = drawsOf(random);

  /** A JSON text that the schema accepts, more or less, or an odd one in its place. */
  function jsonOf(schema: any, level = 0): string {
    if (chance(0.06)) return pick(ODD);
    const node = schema?.$ref ? document.components.schemas[schema.$ref.split('/').pop()] : schema;
    if (node?.anyOf) return jsonOf(pick(node.anyOf), level);
    if (node?.enum) return JSON.stringify(pick(node.enum));
    const type = Array.isArray(node?.type) ? pick<string>(node.type) : node?.type;
    if (type === 'object') return objectOf(node, level);
    if (type === 'array') {
      const length = level > 3 ? 0 : below(3);
      return `[${Array.from({ length }, () => jsonOf(node.items, level + 1)).join(',')}]`;
    }
    if (type === 'integer' || type === 'number') return String(below(5));
    if (type === 'boolean') return String(chance(0.5));
    if (type === 'null') return 'null';
    if (node?.format === 'uuid') return JSON.stringify(pick([...material.ids.values()].flat()));
    if (node?.format === 'date') return '"2026-01-31"';
    return JSON.stringify(
      chance(0.3) ? pick(CONTENT) : pick(['Coffee', '10', 'EUR', 'Europe/Zurich']),
    );
  }

  function objectOf(node: any, level: number): string {
    const names = Object.keys(node.properties ?? {});
    const required: string[] = node.required ?? [];
    const sent = names.filter((name) => (required.includes(name) ? !chance(0.04) : chance(0.4)));
    const fields = sent.map((name) => {
      const wrong = chance(0.02) ? name.slice(1) : name;
      return `${JSON.stringify(wrong)}:${jsonOf(node.properties[name], level + 1)}`;
    });
    if (chance(0.04) && fields.length > 0)
      fields.push(pick(fields), `${pick(fields).split(':')[0]}:${pick(ODD)}`);
    if (chance(0.04)) fields.push(`"unknown_${level}":${pick(ODD)}`);
    return `{${fields.join(',')}}`;
  }

  function formOf(schema: any): Buffer {
    const parts = Object.keys(schema.properties ?? {}).flatMap((name) => {
      if (!chance(name === 'file' || name === 'sequence' ? 0.8 : 0.2)) return [];
      const value = chance(0.5) ? pick(CONTENT) : pick(['1', '', 'Coffee', '\u0000']);
      const file = name === 'file' || chance(0.1) ? '; filename="a.csv"' : '';
      const type = chance(0.3)
        ? `\r\nContent-Type: ${pick(['text/csv', 'image/png', 'x', 'application/octet-stream'])}`
        : '';
      const disposition = `Content-Disposition: form-data; name="${chance(0.1) ? 'odd' : name}"${file}`;
      return [`--B\r\n${disposition}${type}${pick(PARTS)}\r\n\r\n${value}\r\n`];
    });
    const many = chance(0.01) ? 3000 : 1;
    return Buffer.from(
      `${parts.join('').repeat(many)}${pick(['--B--\r\n', '--B--\r\n', '--B--\r\n', '--B--', '--B', '', '--B--trailing\r\n--B--\r\n'])}`,
    );
  }

  function damage(body: Buffer): Buffer {
    if (body.length === 0 || chance(0.8)) return body;
    const at = below(body.length);
    if (chance(0.4)) return body.subarray(0, at);
    if (chance(0.5)) return Buffer.concat([body.subarray(0, at), body]);
    if (chance(0.15)) return Buffer.from(body.toString('latin1'), 'utf16le');
    if (chance(0.15)) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]);
    const changed = Buffer.from(body);
    changed[at] = below(256);
    return changed;
  }

  function bodyOf({ bodies }: Operation): { body: Buffer; headers: string[] } {
    const types = Object.keys(bodies);
    if (types.length === 0 && chance(0.9)) return { body: Buffer.alloc(0), headers: [] };
    const type = types.length === 0 ? 'application/json' : pick(types);
    const schema = bodies[type] ?? {};
    const plain =
      type === 'multipart/form-data'
        ? formOf(schema)
        : type === 'application/json'
          ? Buffer.from(jsonOf(schema))
          : Buffer.from(
              new URLSearchParams({
                raw_file_content: pick(CONTENT),
                type: pick(['', 'x']),
              }).toString(),
            );
    const damaged = damage(plain);
    const sent = chance(0.05)
      ? pick(['text/plain', '', 'application/json', 'multipart/form-data'])
      : type;
    const boundary = sent === 'multipart/form-data' && !chance(0.05) ? '; boundary=B' : '';
    const headers = [`Content-Type: ${sent}${boundary}`];
    if (!chance(0.1)) return { body: damaged, headers };
    const [coding, pack, bomb] = pick(CODINGS);
    const packed = chance(0.1) ? bomb : pack(damaged);
    return { body: damage(packed), headers: [...headers, `Content-Encoding: ${coding}`] };
  }

  function urlOf({ path, parameters }: Operation): string {
    const collection = path.split('/')[3] ?? '';
    const filled = path.replaceAll(/\{\w+\}/g, () => {
      if (chance(0.1))
        return pick(['1', '%00', '..%2f..', '%E0%A4%A', 'x'.repeat(2000), '%F0%9F%98%80']);
      return pick(material.ids.get(collection) ?? ['00000000-0000-4000-8000-000000000000']);
    });
    const pairs = parameters
      .filter((parameter) => parameter.in === 'query' && chance(0.3))
      .map(({ name, schema }) => {
        const value = chance(0.4)
          ? pick([
              '%00',
              '%ff',
              '-1',
              '1e9',
              'null',
              'true',
              '',
              '%F0%9F%98%80',
              'x'.repeat(3000),
              '99999999999',
            ])
          : encodeURIComponent(wordOf(jsonOf(schema)));
        return `${name}${pick(['', '', '', '', '[]', '[a]'])}=${value}`;
      });
    if (chance(0.05))
      pairs.push(pick(['unknown=1', '&&&', '=', '__proto__=1', 'page=1&page=2', '%']));
    return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
  }

  return () => {
    const operation = pick(OPERATIONS);
    const { body, headers } = bodyOf(operation);
    const method = chance(0.03)
      ? pick(['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'BREW', 'GET'])
      : operation.method;
    const key = chance(0.03) ? pick(['', 'x'.repeat(3000), 'ledg_unknown']) : pick(material.keys);
    const odd = chance(0.08) ? [pick(HEADERS)] : [];
    const cut = body.length > 0 && chance(0.05);
    const length = cut ? body.length + 1 + below(50) : body.length;
    const lines = [`X-Api-Key: ${key}`, `Content-Length: ${length}`, ...headers, ...odd];
    const line = `${method} ${urlOf(operation)}`;
    return {
      kind: `${operation.method} ${operation.path}`,
      request: line,
      name: `${line.slice(0, 200)} ${odd.join().slice(0, 60)} ${body.subarray(0, 300).toString()}`,
      bytes: rawRequest(line, lines, body),
      then: cut ? pick(['end', 'reset'] as const) : 'wait',
    };
  };
}
