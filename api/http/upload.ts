import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import type { PreflightPool } from '../preflight-pool/preflight-pool.ts';
import type { ContentField } from '../preflight-pool/tasks.ts';
import type { BodyLimits } from './read-body.ts';
import type { RequestFields } from './request-fields.ts';

/** The largest request that brings content; the limits on content inside it are the routes' own. */
export const REQUEST_BYTES_MAX = 32 * 1024 * 1024;

/** A file part of a multipart request. */
export interface UploadedFile {
  filename: string;
  /** As the part names it, without parameters. */
  contentType: string;
  byteSize: number;
  /** Empty when the file is larger than the content limit: it was read, counted and thrown away. */
  bytes: Uint8Array;
}

/** A request that brings content, whatever kind of body it has. */
export interface Upload {
  /** The known fields of body and query, as sent. */
  fields: RequestFields;
  /** The part `file`, when it has a file name. */
  file: UploadedFile | null;
  /** The content field, when it is text. */
  content: ContentField | null;
  /** The first name of body or query that is not known. */
  unknown: string | null;
}

export interface UploadOptions {
  /** Field names that are taken; arrays and objects count as not sent. */
  known: readonly string[];
  /** Whether names that are not known count as not sent, instead of failing the request. */
  lenient: boolean;
  /** Content larger than this is counted, but not kept. Bytes. */
  contentBytesMax: number;
  /** What the client may take for the request. */
  limits: BodyLimits;
  pool: PreflightPool;
  /** The household, whose share of the pool this takes. */
  owner: string;
  signal: AbortSignal;
}

/** The field that carries content as text. */
export const CONTENT_FIELD = 'raw_file_content';

/** Collects bytes in one buffer of its own, which can be handed to a thread. */
export interface ByteCollector {
  add(chunk: Uint8Array): void;
  /** Everything so far; the collector is empty afterwards. */
  take(): Uint8Array;
}

/** Until more has come, a collector holds this much. Bytes. */
const FIRST_BYTES = 16 * 1024;

/**
 * A new collector. Bytes are copied as they come: joining ten megabytes at the end would hold the event loop for
 * longer than any single chunk does. Memory doubles with what came, never with what was promised: `expected`, the
 * client's word, only keeps the last step from going too far, as `max` does, the most that may come.
 */
export function createByteCollector(expected: number, max: number): ByteCollector {
  let bytes = Buffer.alloc(0);
  let size = 0;
  return {
    add(chunk) {
      const needed = size + chunk.byteLength;
      if (needed > bytes.byteLength) {
        const room = Math.max(FIRST_BYTES, bytes.byteLength * 2);
        const enough = needed <= expected ? Math.min(expected, max) : max;
        const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(room, enough)));
        bytes.copy(grown, 0, 0, size);
        bytes = grown;
      }
      bytes.set(chunk, size);
      size = needed;
    },
    take() {
      const taken = new Uint8Array(bytes.buffer, bytes.byteOffset, size);
      bytes = Buffer.alloc(0);
      size = 0;
      return taken;
    },
  };
}

/** The request as a whole is over its limit. */
export function tooLarge(bytesMax: number): AppError {
  return new AppError('payload_too_large', {
    publicMessage: `The request is larger than ${bytesMax / 1024 / 1024} MiB.`,
  });
}

/** The body cannot be parsed. */
export function badRequest(publicMessage: string, cause?: unknown): AppError {
  return new AppError('bad_request', { publicMessage, cause });
}

/**
 * Stops reading a body halfway. The request itself is drained, because destroying it would cut off the connection
 * that the answer needs; a decompressor is ended, because what it would still give has no bound.
 */
export function stopReading(stream: Readable): void {
  if (stream instanceof IncomingMessage) stream.resume();
  else stream.destroy();
}
