import type { Tx } from '../../../shared/postgres/connect.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { chunkMayMove, OPEN_STATUSES } from '../../../shared/imports/session/states.ts';
import type { ChunkUpload, ImportChunk } from '../../../shared/imports/import-chunks.ts';
import {
  insertImportChunk,
  listImportChunks,
  updateImportChunkContent,
} from '../../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../../shared/imports/import-sessions.ts';
import { touchImportSession } from '../../../shared/imports/import-sessions.ts';
import type { ChunkPlace } from './read-chunk.ts';
import { requireStorableId } from './read-chunk.ts';

function conflict(message: string): AppError {
  return new AppError('import_session_conflict', { publicMessage: message });
}

/**
 * Stores a chunk under the lock of its session: as a new one, as the replacement of one that is not
 * complete, or not at all when the same content is there. Throws import_session_conflict and
 * validation_failed.
 */
export async function acceptChunk(
  tx: Tx,
  session: ImportSession,
  place: ChunkPlace,
  upload: ChunkUpload,
): Promise<void> {
  const { householdId, id } = session;
  const sequence = requirePlace(session, place.sequence);
  const chunks = await listImportChunks(tx, householdId, [id]);
  const known = findKnown(chunks, sequence, place.clientChunkId);
  requireStorableId(place.clientChunkId);
  if (known === null) {
    const { clientChunkId } = place;
    await insertImportChunk(tx, householdId, id, { ...upload, sequence, clientChunkId });
  } else if (known.contentDigest !== upload.contentDigest) {
    if (!chunkMayMove(known.status, 'replace')) {
      throw conflict(`Chunk ${sequence} is ${known.status} and holds other content.`);
    }
    await updateImportChunkContent(tx, householdId, known.id, upload);
  } else if (!known.hasContent && known.status !== 'complete') {
    // The same content again after it expired.
    await updateImportChunkContent(tx, householdId, known.id, upload);
  } else return;
  await touchImportSession(tx, householdId, id);
}

function requirePlace(session: ImportSession, sequence: number | null): number {
  if (sequence === null) throw conflict('sequence must be an integer from 1 to 2147483647.');
  if (session.expectedChunks !== null && sequence > session.expectedChunks) {
    throw conflict(
      `The session expects ${session.expectedChunks} chunks; ${sequence} is too many.`,
    );
  }
  if (!OPEN_STATUSES.includes(session.status)) {
    throw conflict(`The session is ${session.status}; it takes no more chunks.`);
  }
  return sequence;
}

/** The chunk that the upload means, by sequence and, when it has one, by client id: both must agree. */
function findKnown(
  chunks: readonly ImportChunk[],
  sequence: number,
  clientChunkId: string | null,
): ImportChunk | null {
  const bySequence = chunks.find((chunk) => chunk.sequence === sequence);
  const byId =
    clientChunkId === null
      ? undefined
      : chunks.find((chunk) => chunk.clientChunkId === clientChunkId);
  if (byId !== undefined && byId !== bySequence) {
    throw conflict(`client_chunk_id belongs to chunk ${byId.sequence}, not to ${sequence}.`);
  }
  const storedId = bySequence?.clientChunkId ?? null;
  if (storedId !== null && clientChunkId !== null && storedId !== clientChunkId) {
    throw conflict(`Chunk ${sequence} was uploaded with another client_chunk_id.`);
  }
  return bySequence ?? null;
}
