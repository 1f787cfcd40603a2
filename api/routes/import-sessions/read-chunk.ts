import { createHash } from 'node:crypto';
import type { Config } from '../../../shared/config.ts';
import { AppError, validationFailed } from '../../../shared/errors.ts';
import { isLongerThan } from '../../../shared/text.ts';
import { readPositiveInteger } from '../../http/read-positive-integer.ts';
import type { RequestFields } from '../../http/request-fields.ts';
import type { Upload, UploadedFile } from '../../http/upload.ts';

const MEDIA_TYPES = [
  'application/x-ndjson',
  'application/ndjson',
  'application/json',
  'application/octet-stream',
  'text/plain',
];
const EXTENSIONS = /\.(ndjson|json)$/i;
const MIB = 1024 * 1024;

/** The largest content of one chunk, in bytes. */
export function chunkBytesMax(config: Config): number {
  return config.nativeImportMaxChunkMb * MIB;
}

/** Content within its limits and of a known type. */
export interface ChunkContent {
  bytes: Uint8Array;
  /** SHA-256 in hex. */
  digest: string;
}

/**
 * The content of an upload; a file wins over raw content. Throws missing_content, file_too_large,
 * content_too_large and invalid_file_type, in this order.
 */
export function readChunkContent(upload: Upload, bytesMax: number): ChunkContent {
  const bytes =
    upload.file === null ? rawBytes(upload, bytesMax) : fileBytes(upload.file, bytesMax);
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
}

function rawBytes({ content }: Upload, bytesMax: number): Uint8Array {
  if (content === null || content.blank) {
    throw new AppError('missing_content', {
      publicMessage: 'Send the chunk as file or as raw_file_content.',
    });
  }
  if (content.bytes.byteLength > bytesMax) {
    throw new AppError('content_too_large', {
      publicMessage: `The content is larger than ${bytesMax / MIB} MiB; split it into more chunks.`,
    });
  }
  return content.bytes;
}

function fileBytes(file: UploadedFile, bytesMax: number): Uint8Array {
  if (file.byteSize > bytesMax) {
    throw new AppError('file_too_large', {
      publicMessage: `The file is larger than ${bytesMax / MIB} MiB; split it into more chunks.`,
    });
  }
  if (!MEDIA_TYPES.includes(file.contentType.toLowerCase()) && !EXTENSIONS.test(file.filename)) {
    throw new AppError('invalid_file_type', {
      publicMessage: 'The file must be NDJSON: an .ndjson or .json file.',
    });
  }
  return file.bytes;
}

export interface ChunkPlace {
  /** Null when it is not a positive integer: a conflict, reported in its turn. */
  sequence: number | null;
  clientChunkId: string | null;
}

/** Where the chunk belongs. Throws bad_request without a sequence. */
export function readChunkPlace(fields: RequestFields): ChunkPlace {
  const { sequence, client_chunk_id: clientChunkId } = fields;
  if (sequence === undefined || sequence === null || String(sequence).trim() === '') {
    throw new AppError('bad_request', { publicMessage: 'The parameter sequence is missing.' });
  }
  const id = clientChunkId === undefined ? '' : String(clientChunkId ?? '').trim();
  return { sequence: readPositiveInteger(sequence), clientChunkId: id === '' ? null : id };
}

/** Throws validation_failed for a client id that cannot be stored. */
export function requireStorableId(clientChunkId: string | null): void {
  if (clientChunkId === null) return;
  if (isLongerThan(clientChunkId, 255)) {
    throw validationFailed('client_chunk_id must have at most 255 characters.');
  }
}
