import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import busboy from 'busboy';
import { badRequest, validationFailed } from '../../shared/platform/errors.ts';
import { createByteCollector } from './byte-collector.ts';
import { readBody } from './read-body.ts';
import type { BodyPace } from './read-body.ts';
import { CONTENT_FIELD, emptyReading, fieldTaker } from './request-fields.ts';
import { FILE_FIELD, REQUEST_BYTES_MAX } from './upload.ts';
import type { Upload, UploadedFile, UploadOptions } from './upload.ts';

/** More parts than any real request has: a body with more is refused. */
const PARTS = { fields: 200, files: 20, parts: 220, fieldSize: REQUEST_BYTES_MAX };

/**
 * Reads a multipart body: the known text fields and the part `file`, if it has a file name. Throws what `readBody` throws, and validation_failed for a second file, which would be lost.
 */
export async function readMultipart(
  req: IncomingMessage,
  { digest, ...pace }: BodyPace,
  { known, contentBytesMax }: Omit<UploadOptions, 'ignores'>,
): Promise<Upload> {
  const upload: Upload = { ...emptyReading(), file: null };
  const take = fieldTaker(upload, known);
  const { parser, boundary } = parserOf(req.headers);
  const expected = Number(req.headers['content-length'] ?? 0);
  const parts: Hash[] = [];
  let files = 0;
  parser.on('field', (name, value) => {
    if (digest !== undefined) parts.push(hashOf('field', name, value));
    take(name, value);
  });
  parser.on('file', (name, part, { filename, mimeType }) => {
    // A truncated part fails the whole body. Without a listener, its error would end the process.
    part.on('error', () => undefined);
    if (digest !== undefined) {
      const hash = hashOf('file', name, filename, mimeType);
      parts.push(hash);
      part.on('data', (chunk: Uint8Array) => void hash.update(chunk));
    }
    // A form with an empty file input sends a part without a file name.
    if (name !== FILE_FIELD || typeof filename !== 'string') {
      part.resume();
      if (name !== FILE_FIELD && name !== CONTENT_FIELD) take(name, undefined);
    } else {
      files += 1;
      collectFile(part, expected, { contentBytesMax, pace }, ({ byteSize, bytes }) => {
        upload.file = { filename, contentType: mimeType, byteSize, bytes };
      });
    }
  });
  await readBody(req, upToEnd(parser, boundary), { ...pace, bytesMax: REQUEST_BYTES_MAX });
  for (const part of parts) digest?.add(part.digest());
  digest?.end();
  if (files > 1) throw validationFailed(`Send one file: the form has ${files} of them.`);
  return upload;
}

/** A client that builds its form again picks a new boundary, so bodies are compared by their parts. */
function hashOf(...head: unknown[]): Hash {
  return createHash('sha256').update(JSON.stringify(head));
}

function parserOf(headers: IncomingHttpHeaders) {
  try {
    const type = new MIMEType(headers['content-type'] ?? '');
    const parser = busboy({
      headers: { 'content-type': type.toString() },
      limits: PARTS,
      defParamCharset: 'utf8',
    });
    return { parser, boundary: type.params.get('boundary') ?? '' };
  } catch (error) {
    throw badRequest('The multipart body names no boundary.', error);
  }
}

/**
 * Passes a parser the body up to its closing delimiter, where the form ends. busboy 1.6.0 reads on within the same
 * chunk and then waits forever for the end of a part; remove this when busboy no longer does.
 */
function upToEnd(parser: Writable, boundary: string): Writable {
  const closing = Buffer.from(`\r\n--${boundary}--`);
  // The delimiter may be the first thing in the body.
  let before = Buffer.from('\r\n');
  let isOver = false;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isOver) {
        done();
        return;
      }
      // The delimiter may be split between two chunks.
      const seam = Buffer.concat([before, chunk.subarray(0, closing.length - 1)]);
      const start = seam.indexOf(closing);
      const at = start < 0 ? chunk.indexOf(closing) : start - before.length;
      isOver = start >= 0 || at >= 0;
      before = Buffer.concat([before, chunk.subarray(-closing.length)]).subarray(
        1 - closing.length,
      );
      parser.write(isOver ? chunk.subarray(0, at + closing.length) : chunk, (error) => done(error));
    },
    final: (done) => void parser.end(done),
    destroy(error, done) {
      parser.destroy(error ?? undefined);
      done(error);
    },
  });
  parser.on('error', (error) => sink.destroy(error));
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit']) {
    parser.on(limit, () => sink.destroy(new Error('the form has too many parts')));
  }
  return sink;
}

/** Counts all bytes of a part and keeps them while they are within the limit. */
function collectFile(
  part: Readable,
  expected: number,
  { contentBytesMax, pace }: { contentBytesMax: number; pace: BodyPace },
  done: (file: Pick<UploadedFile, 'byteSize' | 'bytes'>) => void,
): void {
  const kept = createByteCollector(expected, contentBytesMax);
  let byteSize = 0;
  part.on('data', (chunk: Uint8Array) => {
    byteSize += chunk.byteLength;
    if (byteSize <= contentBytesMax) kept.add(chunk);
    else pace.memory.give(kept.discard() + chunk.byteLength);
  });
  part.on('error', () => kept.discard());
  part.on('end', () => {
    done({ byteSize, bytes: byteSize <= contentBytesMax ? kept.take() : new Uint8Array(0) });
  });
}
