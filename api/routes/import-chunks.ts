import { isLongerThan } from '#preflight/text';
import {
  insertImportChunk,
  listImportChunks,
  updateImportChunkContent,
} from '../../shared/imports/import-chunks.ts';
import type { ChunkUpload, ImportChunk } from '../../shared/imports/import-chunks.ts';
import {
  findImportSession,
  lockImportSession,
  touchImportSession,
} from '../../shared/imports/import-sessions.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import { withSessionFindings } from '../../shared/imports/session/chunk-check.ts';
import { OPEN_STATUSES } from '../../shared/imports/session/states.ts';
import { listTaxonomyNames } from '../../shared/ledger/taxonomy-names.ts';
import { sha256Hex } from '../../shared/platform/crypto.ts';
import { AppError, badRequest, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { orNotFound } from '../http/answer-record.ts';
import { ndjsonKind, pickContent } from '../http/check-content.ts';
import { textParameter } from '../http/query-parameters.ts';
import { readPositiveInteger } from '../http/read-positive-integer.ts';
import { readUpload } from '../http/read-upload.ts';
import type { RequestFields } from '../http/request-fields.ts';
import { resource } from '../http/resource.ts';
import { answerSession, findMissing, sessionConflict } from '../steps/answer-session.ts';

export const importChunkRoutes = resource('Import sessions');

importChunkRoutes.write('POST /api/v1/import_sessions/{id}/chunks', {
  operationId: 'createImportChunk',
  summary: 'Upload a chunk',
  description:
    'Stores one piece of the export. The same content under the same sequence changes nothing; other ' +
    'content replaces a chunk that is not complete while the session is open.',
  query: {
    sequence: {
      ...textParameter('Overrides the field of the body.', { maxLength: 20 }),
      lenient: true,
    },
    client_chunk_id: textParameter('Overrides the field of the body.', { maxLength: 255 }),
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
    const bytesMax = config.nativeImportMaxChunkMb * 1024 * 1024;
    const upload = await readUpload(preflightPool, request, {
      known: ['sequence', 'client_chunk_id'],
      ignores: [],
      contentBytesMax: bytesMax,
    });
    const advice = '; split it into more chunks';
    const { bytes: content } = pickContent(upload, { ...ndjsonKind(bytesMax), advice });
    const contentDigest = sha256Hex(content);
    const existing = await listTaxonomyNames(sql, householdId);
    const check = await preflightPool.run(
      { kind: 'chunk', content, existing, rowsMax: config.nativeImportMaxRows },
      { owner: householdId, signal, keepContent: true },
    );
    if (check.kind === 'no_export') {
      throw new AppError('invalid_ndjson', {
        publicMessage: 'The first line must be a JSON object with type and data.',
      });
    }
    const place = readChunkPlace(upload.fields);
    return { place, open: check.outline.open, chunk: { content, contentDigest, ...check } };
  },
  async write(tx, { place, open, chunk }, { householdId, id }) {
    const session = orNotFound(await lockImportSession(tx, householdId, id));
    const missing = await findMissing(tx, session, place.sequence, open);
    const error = withSessionFindings(chunk.error, missing);
    await acceptChunk(tx, session, place, { ...chunk, error });
    return answerSession(tx, householdId, id, 201);
  },
});

/** The place of the chunk in its session. Throws bad_request without a sequence. */
function readChunkPlace(fields: RequestFields): ChunkPlace {
  const { sequence, client_chunk_id: clientChunkId } = fields;
  if (sequence === undefined || sequence === null || String(sequence).trim() === '') {
    throw badRequest('The parameter sequence is missing.');
  }
  const id = clientChunkId === undefined ? '' : String(clientChunkId ?? '').trim();
  return { sequence: readPositiveInteger(sequence), clientChunkId: id === '' ? null : id };
}

interface ChunkPlace {
  /** Null when it is not a positive integer, which is reported later, as a conflict. */
  sequence: number | null;
  clientChunkId: string | null;
}

/**
 * Stores a chunk under the lock of its session: as a new one, as the replacement of one that is not complete, or not at
 * all when it already has the same content. Throws import_session_conflict and validation_failed.
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
  if (isLongerThan(place.clientChunkId ?? '', 255)) {
    throw validationFailed('client_chunk_id must have at most 255 characters.');
  }
  if (known === null) {
    const { clientChunkId } = place;
    await insertImportChunk(tx, householdId, id, { ...upload, sequence, clientChunkId });
  } else {
    const isSame = known.contentDigest === upload.contentDigest;
    if (!isSame && known.status === 'complete') {
      throw sessionConflict(`Chunk ${sequence} is complete and holds other content.`);
    }
    // If its content has expired, it is stored again.
    if (isSame && (known.hasContent || known.status === 'complete')) return;
    await updateImportChunkContent(tx, householdId, known.id, upload);
  }
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

/** The stored chunk that the upload refers to, by sequence and, if it has one, by client id: both must agree. */
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
