import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { REQUEST_BYTES_MAX } from './read-json.ts';
import { contentOf, takeField } from './request-fields.ts';
import { badRequest, CONTENT_FIELD, createByteCollector, stopReading, tooLarge } from './upload.ts';
import type { Upload, UploadedFile, UploadOptions } from './upload.ts';

/** More parts than any honest request has are passed over. */
const PARTS = { fields: 200, files: 20, parts: 220, fieldSize: REQUEST_BYTES_MAX };
const FILE_FIELD = 'file';

/**
 * Reads a multipart body: the known text fields and the part `file`, if it has a file name. Of parts that repeat a
 * name the last counts. Throws payload_too_large and bad_request.
 */
export async function readMultipart(
  stream: Readable,
  headers: IncomingHttpHeaders,
  options: UploadOptions,
): Promise<Upload> {
  const upload: Upload = { fields: {}, file: null, content: null };
  const parser = parserOf(headers);
  const expected = Number(headers['content-length'] ?? 0);
  parser.on('field', (name, value) => {
    if (name === CONTENT_FIELD) upload.content = contentOf(value);
    else takeField(upload.fields, options.known, name, value);
  });
  parser.on('file', (name, part, { filename, mimeType }) => {
    // A form in which nobody chose a file sends a part without file name.
    if (name !== FILE_FIELD || typeof filename !== 'string') part.resume();
    else {
      collectFile(part, expected, options.contentBytesMax, ({ byteSize, bytes }) => {
        upload.file = { filename, contentType: mimeType, byteSize, bytes };
      });
    }
  });
  await feed(stream, parser);
  return upload;
}

function parserOf(headers: IncomingHttpHeaders): busboy.Busboy {
  try {
    return busboy({ headers, limits: PARTS, defParamCharset: 'utf8' });
  } catch (error) {
    throw badRequest('The multipart body names no boundary.', error);
  }
}

/** Counts all bytes of a part and keeps them while they are within the limit. */
function collectFile(
  part: Readable,
  expected: number,
  bytesMax: number,
  done: (file: Pick<UploadedFile, 'byteSize' | 'bytes'>) => void,
): void {
  const kept = createByteCollector(expected, bytesMax);
  let byteSize = 0;
  part.on('data', (chunk: Uint8Array) => {
    byteSize += chunk.byteLength;
    if (byteSize <= bytesMax) kept.add(chunk);
    else kept.take();
  });
  part.on('end', () => {
    done({ byteSize, bytes: byteSize <= bytesMax ? kept.take() : new Uint8Array(0) });
  });
  // A part that is cut off fails the whole body; without a listener it would end the process.
  part.on('error', () => undefined);
}

/**
 * Hands the stream to the parser. Not a pipeline: that would destroy the request on a fault, and with it the
 * connection that the answer needs.
 */
async function feed(stream: Readable, parser: busboy.Busboy): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > REQUEST_BYTES_MAX) fail(tooLarge());
      else if (!parser.write(chunk)) stream.pause();
    };
    const fail = (error: Error) => {
      stream.off('data', onData);
      stopReading(stream);
      parser.destroy();
      reject(error);
    };
    parser.on('drain', () => stream.resume());
    parser.on('error', (error) => fail(badRequest('The multipart body is broken.', error)));
    parser.on('close', resolve);
    stream.on('data', onData);
    stream.on('end', () => parser.end());
    stream.on('error', (error) => fail(badRequest('The body cannot be read.', error)));
    stream.on('close', () => {
      if (!stream.readableEnded) fail(badRequest('The body ended too early.'));
    });
  });
}
