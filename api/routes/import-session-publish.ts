import { UNDO_DAYS } from '#preflight/states';
import {
  listChunkOutlines,
  listImportChunks,
  updatePendingChunkErrors,
} from '../../shared/imports/import-chunks.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import {
  findImportSession,
  lockImportSession,
  updateSessionError,
  updateToCancelled,
} from '../../shared/imports/import-sessions.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import { findOwnRecords, findTransactionChunks } from '../../shared/imports/session-references.ts';
import { checkSession } from '../../shared/imports/session/check-session.ts';
import { withSessionFindings } from '../../shared/imports/session/chunk-check.ts';
import { sessionError } from '../../shared/imports/session/session-error.ts';
import type { SessionError } from '../../shared/imports/session/session-error.ts';
import { OPEN_STATUSES, sessionMayMove } from '../../shared/imports/session/states.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { publishSession, undoSession } from '../../shared/queue/runs/kinds.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { orNotFound } from '../http/answer-record.ts';
import { jobOf } from '../http/jobs.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { resource } from '../http/resource.ts';
import { sessionUndoUntil } from '../records/import-session.ts';
import { answerSession, sessionConflict } from '../steps/answer-session.ts';
import { addKeptList, beginUndo } from '../steps/import-runs.ts';

export const importSessionPublishRoutes = resource('Import sessions');

importSessionPublishRoutes.write('POST /api/v1/import_sessions/{id}/publish', {
  operationId: 'publishImportSession',
  summary: 'Publish an import session',
  description:
    'Queues the import of its chunks. Publishing a session that is importing or complete changes ' +
    'nothing; publishing a failed or cancelled one resumes it. An undone one stays undone: 409.',
  example: { params: { id: exampleId('pending_import_session') } },
  responses: { 202: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['import_session_conflict', 'max_row_count_exceeded', 'import_enqueue_failed'],
  async prepare({ sql, queues, log }, { householdId, id }) {
    // The only answer that depends on the queue: clients of the reference wait for it (docs/decisions/queue-is-a-hint.md).
    try {
      await queues.ping();
      return { isQueueAway: false };
    } catch (error) {
      log.warn('an import could not be queued', { session_id: id, error });
      const fault = sessionError('import_enqueue_failed');
      await updateSessionError(sql, householdId, id, fault, OPEN_STATUSES);
      return { isQueueAway: true };
    }
  },
  async write(tx, { isQueueAway }, { householdId, id, config }) {
    const session = orNotFound(await lockImportSession(tx, householdId, id));
    if (session.status === 'undoing' || session.status === 'undone') {
      throw sessionConflict(`A session that is ${session.status} cannot be published.`);
    }
    // Clients repeat a publish whose answer was lost: the import goes on or is done.
    if (!sessionMayMove(session.status, 'publish')) return answerSession(tx, householdId, id, 202);
    const chunks = await listImportChunks(tx, householdId, [id]);
    requireContent(chunks);
    requireComplete(session, chunks, config.nativeImportMaxRows);
    if (isQueueAway) throw queueAway();
    await noteSessionFindings(tx, householdId, chunks);
    const run = await beginRun(tx, publishSession, { householdId, id });
    return {
      ...(await answerSession(tx, householdId, id, 202)),
      jobs: [jobOf(publishSession, run)],
    };
  },
});

/** Throws import_session_conflict when there are no chunks, or when the content of one is gone. */
function requireContent(chunks: readonly ImportChunk[]): void {
  if (chunks.length === 0) throw sessionConflict('The session has no chunks.');
  const gone = chunks.filter((chunk) => chunk.status !== 'complete' && !chunk.hasContent);
  if (gone.length > 0) {
    const numbers = gone.map((chunk) => chunk.sequence);
    throw sessionConflict(`The content of chunk ${listed(numbers)} is gone; upload it again.`);
  }
}

/** How many sequence numbers a message lists at most. */
const LISTED_MAX = 20;

/** The first of `count` sequence numbers, and how many more there are. */
function listed(numbers: readonly number[], count = numbers.length): string {
  const shown = numbers.slice(0, LISTED_MAX);
  const more = count - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Throws max_row_count_exceeded or import_session_conflict when the chunks may not be imported as they are. */
function requireComplete(
  session: ImportSession,
  chunks: readonly ImportChunk[],
  rowsMax: number,
): void {
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rowsCount, 0);
  if (rows > rowsMax) {
    throw new AppError('max_row_count_exceeded', {
      publicMessage: `The session has ${rows} rows; at most ${rowsMax} can be imported.`,
      details: { rows_count: rows, rows_max: rowsMax },
    });
  }
  if (session.expectedChunks === null) return;
  const expected = session.expectedChunks;
  const there = new Set(chunks.map((chunk) => chunk.sequence));
  const unexpected = [...there].filter((sequence) => sequence > expected);
  const missingCount = expected - (there.size - unexpected.length);
  const missing: number[] = [];
  for (let sequence = 1; missing.length < Math.min(missingCount, LISTED_MAX); sequence += 1) {
    if (!there.has(sequence)) missing.push(sequence);
  }
  const faults = [
    ...(missingCount > 0 ? [`missing chunks: ${listed(missing, missingCount)}`] : []),
    ...(unexpected.length > 0 ? [`unexpected chunks: ${listed(unexpected)}`] : []),
  ];
  if (faults.length > 0)
    throw sessionConflict(`The session expects ${expected} chunks; ${faults.join('; ')}.`);
}

function queueAway(): AppError {
  return new AppError('import_enqueue_failed', {
    publicMessage: 'The import could not be queued; publish again in a moment.',
    retryAfterSeconds: 5,
  });
}

/**
 * Checks the references of the whole session: a chunk may name only records in it or before it. The findings are added
 * to those of the upload in the chunk's error. They do not stop the import, which checks again.
 */
async function noteSessionFindings(
  tx: Tx,
  householdId: string,
  chunks: readonly ImportChunk[],
): Promise<void> {
  const sessionId = chunks[0]?.sessionId ?? '';
  const outlines = await listChunkOutlines(tx, householdId, sessionId);
  const named = outlines.flatMap(({ outline }) => outline.open);
  const own = await findOwnRecords(tx, householdId, named);
  const transactionChunks = await findTransactionChunks(tx, householdId, sessionId, named);
  const found = checkSession(outlines, own, transactionChunks);
  const errors = new Map<string, SessionError | null>();
  for (const chunk of chunks) {
    const error = withSessionFindings(chunk.error, found.get(chunk.id) ?? []);
    if (error !== null || chunk.error !== null) errors.set(chunk.id, error);
  }
  if (errors.size > 0) await updatePendingChunkErrors(tx, householdId, errors);
}

importSessionPublishRoutes.write('POST /api/v1/import_sessions/{id}/cancel', {
  operationId: 'cancelImportSession',
  summary: 'Cancel an import session',
  description:
    'Stops a running import, including the current chunk; chunks that are complete stay imported. ' +
    'Publishing it again resumes it.',
  example: { params: { id: exampleId('pending_import_session') } },
  responses: { 200: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['import_session_conflict'],
  async write(tx, _body, { householdId, id }) {
    const session = orNotFound(await lockImportSession(tx, householdId, id));
    if (session.status !== 'cancelled') {
      if (!sessionMayMove(session.status, 'cancel')) {
        throw sessionConflict(`A session that is ${session.status} cannot be cancelled.`);
      }
      await updateToCancelled(tx, householdId, id, sessionError('import_cancelled'));
    }
    return answerSession(tx, householdId, id, 200);
  },
});

importSessionPublishRoutes.write('POST /api/v1/import_sessions/{id}/undo', {
  operationId: 'undoImportSession',
  summary: 'Undo an import session',
  description:
    'Queues the removal of what the session created and puts back what it changed; also of a failed or cancelled ' +
    'one, of which some chunks are imported. Records that a person edited since, that a bank sync took over or that ' +
    `another import claims stay, and undo.kept names them. Possible for ${UNDO_DAYS} days.`,
  example: { params: { id: exampleId('complete_import_session') } },
  responses: { 202: { description: 'The session.', schema: dataOf(ref('ImportSession')) } },
  errors: ['import_session_conflict'],
  async write(tx, _body, { householdId, id, now }) {
    const session = orNotFound(await lockImportSession(tx, householdId, id));
    const until = sessionUndoUntil(session, await listImportChunks(tx, householdId, [id]));
    if (until === null) {
      throw sessionConflict(
        sessionMayMove(session.status, 'undo')
          ? 'The session imported nothing, so there is nothing to undo.'
          : `A session that is ${session.status} cannot be undone.`,
      );
    }
    const undoable = { kind: undoSession, householdId, id, until };
    const job = await beginUndo(tx, undoable, now, 'import_session_conflict');
    return { ...(await answerSession(tx, householdId, id, 202)), jobs: [job] };
  },
});

addKeptList(importSessionPublishRoutes, {
  path: 'GET /api/v1/import_sessions/{id}/kept',
  operationId: 'listImportSessionKept',
  what: 'import session',
  example: 'complete_import_session',
  find: findImportSession,
});
