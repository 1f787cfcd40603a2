import { AppError, recordNotFound } from '../../../shared/errors.ts';
import { findImportSession, lockImportSession } from '../../../shared/store/import-sessions.ts';
import { listTaxonomyNames } from '../../../shared/store/taxonomy-names.ts';
import type { ApiContext } from '../../context.ts';
import { readUpload, uploadLimits } from '../../http/read-upload.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { answerSession } from '../import-sessions-show/answer-session.ts';
import { withSessionFindings } from '../../../shared/sessions/chunk-check.ts';
import { acceptChunk } from './accept-chunk.ts';
import { findMissing } from './find-missing.ts';
import { chunkBytesMax, readChunkContent, readChunkPlace } from './read-chunk.ts';

/** POST /api/v1/import_sessions/{id}/chunks */
export async function createImportChunk(
  { sql, config, preflightPool }: ApiContext,
  { caller: { householdId }, params, pace, raw, signal }: ApiRequest,
): Promise<ApiResponse> {
  const id = params['id'] ?? '';
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
}
