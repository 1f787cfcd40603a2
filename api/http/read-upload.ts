import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import { AppError } from '../../shared/errors.ts';
import { hasBody, isJson, mediaType, REQUEST_BYTES_MAX } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import { contentOf, readFields, takeField } from './request-fields.ts';
import { badRequest, CONTENT_FIELD, createByteCollector, stopReading, tooLarge } from './upload.ts';
import type { Upload, UploadOptions } from './upload.ts';

/** JSON and form bodies up to this many bytes are read here; larger ones would hold the event loop. */
const INLINE_BYTES_MAX = 64 * 1024;

/**
 * Reads a request that brings content: JSON, multipart or urlencoded. Bounded while reading; query parameters win
 * over fields of the body.
 * Throws payload_too_large, unsupported_media_type and bad_request.
 */
export async function readUpload(req: Request, options: UploadOptions): Promise<Upload> {
  const upload = hasBody(req)
    ? await readBody(req, options)
    : { fields: {}, file: null, content: null };
  for (const [name, value] of queryOf(req)) {
    if (name === CONTENT_FIELD) upload.content = contentOf(value);
    else takeField(upload.fields, options.known, name, value);
  }
  return upload;
}

async function readBody(req: Request, options: UploadOptions): Promise<Upload> {
  const type = mediaType(req.headers['content-type']);
  if (Number(req.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) throw tooLarge();
  if (type === 'multipart/form-data') return readMultipart(inflated(req), req.headers, options);
  const format = isJson(req) ? 'json' : 'form';
  if (format === 'form' && type !== 'application/x-www-form-urlencoded') {
    throw new AppError('unsupported_media_type', {
      publicMessage:
        'Send the request as application/json, multipart/form-data or application/x-www-form-urlencoded.',
    });
  }
  const content = await collect(inflated(req), Number(req.headers['content-length'] ?? 0));
  const wanted = { format, known: options.known, contentField: CONTENT_FIELD } as const;
  const read =
    content.byteLength <= INLINE_BYTES_MAX
      ? readFields(content, wanted)
      : await options.pool.run({ kind: 'fields', content, ...wanted }, { signal: options.signal });
  if (read.kind === 'unreadable_body') throw badRequest(read.message);
  return { fields: read.fields, file: null, content: read.content };
}

/** The body with its Content-Encoding undone. */
function inflated(req: Request): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return req;
  const inflate =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (inflate === null) {
    throw new AppError('unsupported_media_type', {
      publicMessage: 'The Content-Encoding must be gzip, deflate, br or identity.',
    });
  }
  // Who reads it hears of errors too; this one is for those that come when nobody reads any more.
  inflate.on('error', () => undefined);
  req.on('error', (error) => inflate.destroy(error));
  return req.pipe(inflate);
}

/** All bytes of a stream, in a buffer of their own. Throws payload_too_large as soon as they are too many. */
async function collect(stream: Readable, expected: number): Promise<Uint8Array> {
  const collected = createByteCollector(expected, REQUEST_BYTES_MAX);
  let size = 0;
  try {
    // Destroying the request would cut the answer off: what is left of it is drained by the server.
    for await (const chunk of stream.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > REQUEST_BYTES_MAX) throw tooLarge();
      collected.add(chunk);
    }
  } catch (error) {
    stopReading(stream);
    throw error instanceof AppError ? error : badRequest('The body cannot be read.', error);
  }
  return collected.take();
}

function queryOf(req: Request): URLSearchParams {
  const start = req.originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : req.originalUrl.slice(start + 1));
}
