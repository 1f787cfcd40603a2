import { createHash } from 'node:crypto';
import { isLongerThan } from '#preflight/text';
import {
  insertImportChunk,
  listImportChunks,
  updateImportChunkContent,
} from '../../shared/imports/import-chunks.ts';
import type { ChunkUpload, ImportChunk } from '../../shared/imports/import-chunks.ts';
import { findImportSession, touchImportSession } from '../../shared/imports/import-sessions.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import { withSessionFindings } from '../../shared/imports/session/chunk-check.ts';
import { isReplaceable, OPEN_STATUSES } from '../../shared/imports/session/states.ts';
import { listTaxonomyNames } from '../../shared/ledger/taxonomy-names.ts';
import type { Config } from '../../shared/platform/config.ts';
import { AppError, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { ndjsonKind, pickContent } from '../http/check-content.ts';
import { textParameter } from '../http/query-parameters.ts';
import { readPositiveInteger } from '../http/read-positive-integer.ts';
import { readUpload } from '../http/read-upload.ts';
import type { RequestFields } from '../http/request-fields.ts';
import { resource } from '../http/resource.ts';
import type { Upload } from '../http/upload.ts';
import {
  answerSession,
  findMissing,
  requireSession,
  sessionConflict,
} from '../steps/answer-session.ts';

export const importChunkRoutes = resource('Import sessions');

importChunkRoutes.write('POST /api/v1/import_sessions/{id}/chunks', {
  operationId: 'createImportChunk',
  summary: 'Upload a chunk',
  description:
    'Stores one piece of the export. The same content under the same sequence changes nothing; other ' +
    'content replaces a chunk that is not complete while the session is open.',
  query: {
    sequence: {
      ...textParameter('Takes the place of the body’s field.', { maxLength: 20 }),
      lenient: true,
    },
    client_chunk_id: textParameter('Takes the place of the body’s field.', { maxLength: 255 }),
  },
  body: {
    required: true,
    json: ref('NewImportChunk'),
    multipart: ref('NewImportChunkUpload'),
    validate: false,
  },
  example: {
    params: { id: exampleId('pending_import_session') },
    body: {
      sequence: 1,
      raw_file_content: '{"type":"Tag","data":{"id":"t1","name":"holiday"}}\n',
    },
  },
  responses: { 201: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: [
    'missing_content',
    'file_too_large',
    'content_too_large',
    'content_too_complex',
    'invalid_file_type',
    'invalid_ndjson',
    'bad_request',
    'import_session_conflict',
    'preflight_timeout',
  ],
  exists: findImportSession,
  async prepare({ sql, config, preflightPool }, request) {
    const { householdId, signal } = request;
    const bytesMax = chunkBytesMax(config);
    const upload = await readUpload(preflightPool, request, {
      known: ['sequence', 'client_chunk_id'],
      lenient: false,
      contentBytesMax: bytesMax,
    });
    const { bytes, digest } = readChunkContent(upload, bytesMax);
    const check = await preflightPool.run(
      {
        kind: 'chunk',
        content: bytes,
        existing: await listTaxonomyNames(sql, householdId),
        rowsMax: config.nativeImportMaxRows,
      },
      { owner: householdId, signal, keepContent: true },
    );
    if (check.kind === 'no_export') {
      throw new AppError('invalid_ndjson', {
        publicMessage: 'The first line must be a JSON object with type and data.',
      });
    }
    const place = readChunkPlace(upload.fields);
    return {
      place,
      open: check.outline.open,
      chunk: { content: bytes, contentDigest: digest, ...check },
    };
  },
  async write(tx, { place, open, chunk }, { householdId, id }) {
    const session = await requireSession(tx, householdId, id);
    const missing = await findMissing(tx, session, place.sequence, open);
    const error = withSessionFindings(chunk.error, missing);
    await acceptChunk(tx, session, place, { ...chunk, error });
    return answerSession(tx, householdId, id, 201);
  },
});

const MIB = 1024 * 1024;

/** The largest content of one chunk, in bytes. */
function chunkBytesMax(config: Config): number {
  return config.nativeImportMaxChunkMb * MIB;
}

/** The content of an upload, by the rules of other imports. Throws what pickContent throws. */
function readChunkContent(upload: Upload, bytesMax: number): ChunkContent {
  const advice = '; split it into more chunks';
  const { bytes } = pickContent(upload, { ...ndjsonKind(bytesMax), advice });
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** Content within its limits and of a known type. */
interface ChunkContent {
  bytes: Uint8Array;
  /** SHA-256 in hex. */
  digest: string;
}

/** Where the chunk belongs. Throws bad_request without a sequence. */
function readChunkPlace(fields: RequestFields): ChunkPlace {
  const { sequence, client_chunk_id: clientChunkId } = fields;
  if (sequence === undefined || sequence === null || String(sequence).trim() === '') {
    throw new AppError('bad_request', { publicMessage: 'The parameter sequence is missing.' });
  }
  const id = clientChunkId === undefined ? '' : String(clientChunkId ?? '').trim();
  return { sequence: readPositiveInteger(sequence), clientChunkId: id === '' ? null : id };
}

interface ChunkPlace {
  /** Null when it is not a positive integer: a conflict, reported in its turn. */
  sequence: number | null;
  clientChunkId: string | null;
}

/**
 * Stores a chunk under the lock of its session: as a new one, as the replacement of one that is not
 * complete, or not at all when the same content is there. Throws import_session_conflict and
 * validation_failed.
 */
async function acceptChunk(
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
    if (!isReplaceable(known.status)) {
      throw sessionConflict(`Chunk ${sequence} is ${known.status} and holds other content.`);
    }
    await updateImportChunkContent(tx, householdId, known.id, upload);
  } else if (!known.hasContent && known.status !== 'complete') {
    // The same content again after it expired.
    await updateImportChunkContent(tx, householdId, known.id, upload);
  } else return;
  await touchImportSession(tx, householdId, id);
}

function requirePlace(session: ImportSession, sequence: number | null): number {
  if (sequence === null) throw sessionConflict('sequence must be an integer from 1 to 2147483647.');
  if (session.expectedChunks !== null && sequence > session.expectedChunks) {
    throw sessionConflict(
      `The session expects ${session.expectedChunks} chunks; ${sequence} is too many.`,
    );
  }
  if (!OPEN_STATUSES.includes(session.status)) {
    throw sessionConflict(`The session is ${session.status}; it takes no more chunks.`);
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
    throw sessionConflict(`client_chunk_id belongs to chunk ${byId.sequence}, not to ${sequence}.`);
  }
  const storedId = bySequence?.clientChunkId ?? null;
  if (storedId !== null && clientChunkId !== null && storedId !== clientChunkId) {
    throw sessionConflict(`Chunk ${sequence} was uploaded with another client_chunk_id.`);
  }
  return bySequence ?? null;
}

/** Throws validation_failed for a client id that cannot be stored. */
function requireStorableId(clientChunkId: string | null): void {
  if (clientChunkId === null) return;
  if (isLongerThan(clientChunkId, 255)) {
    throw validationFailed('client_chunk_id must have at most 255 characters.');
  }
}
