import { createHash } from 'node:crypto';
import type { Config } from '../../../shared/platform/config.ts';
import { AppError, validationFailed } from '../../../shared/platform/errors.ts';
import { isLongerThan } from '../../../packages/preflight/text.ts';
import { ndjsonKind, pickContent } from '../../http/check-content.ts';
import { readPositiveInteger } from '../../http/read-positive-integer.ts';
import type { RequestFields } from '../../http/request-fields.ts';
import type { Upload } from '../../http/upload.ts';

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

/** The content of an upload, by the rules of other imports. Throws what pickContent throws. */
export function readChunkContent(upload: Upload, bytesMax: number): ChunkContent {
  const advice = '; split it into more chunks';
  const { bytes } = pickContent(upload, { ...ndjsonKind(bytesMax), advice });
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
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
