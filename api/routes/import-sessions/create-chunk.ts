import { AppError, recordNotFound } from '../../../shared/platform/errors.ts';
import { withSessionFindings } from '../../../shared/imports/session/chunk-check.ts';
import { findImportSession, lockImportSession } from '../../../shared/imports/import-sessions.ts';
import { listTaxonomyNames } from '../../../shared/ledger/taxonomy-names.ts';
import { exampleId } from '../../contract/example-records.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { textParameter } from '../../http/query-parameters.ts';
import { readUpload, uploadLimits } from '../../http/read-upload.ts';
import { defineRoute } from '../../http/route.ts';
import { acceptChunk } from './accept-chunk.ts';
import { answerSession } from './answer-session.ts';
import { findMissing } from './find-missing.ts';
import { chunkBytesMax, readChunkContent, readChunkPlace } from './read-chunk.ts';

/** POST /api/v1/import_sessions/{id}/chunks */
export const createImportChunk = defineRoute({
  method: 'post',
  path: '/api/v1/import_sessions/{id}/chunks',
  scope: 'read_write',
  schema: {
    operationId: 'createImportChunk',
    summary: 'Upload a chunk',
    description:
      'Stores one piece of the export. The same content under the same sequence changes nothing; other ' +
      'content replaces a chunk that is not complete while the session is open.',
    tag: 'Import sessions',
    query: {
      sequence: {
        ...textParameter('In place of the field of the body.', { maxLength: 20 }),
        lenient: true,
      },
      client_chunk_id: textParameter('In place of the field of the body.', { maxLength: 255 }),
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
      'record_not_found',
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
  },
  async handler(
    { sql, config, preflightPool },
    { caller: { householdId }, id, pace, raw, signal },
  ) {
    if ((await findImportSession(sql, householdId, id)) === null) throw recordNotFound();
    const bytesMax = chunkBytesMax(config);
    const upload = await readUpload(raw, {
      known: ['sequence', 'client_chunk_id'],
      lenient: false,
      contentBytesMax: bytesMax,
      limits: uploadLimits(pace),
      pool: preflightPool,
      owner: householdId,
      signal,
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
    await sql.begin(async (tx) => {
      const session = await lockImportSession(tx, householdId, id);
      if (session === null) throw recordNotFound();
      const missing = await findMissing(tx, session, place.sequence, check.outline.open);
      const error = withSessionFindings(check.error, missing);
      await acceptChunk(tx, session, place, {
        content: bytes,
        contentDigest: digest,
        ...check,
        error,
      });
    });
    return answerSession(sql, householdId, id, 201);
  },
});
