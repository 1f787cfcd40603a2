import { AppError } from '../../../shared/platform/errors.ts';
import type { ImportChunk } from '../../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../../shared/imports/import-sessions.ts';

/** How many sequence numbers a message lists. */
const LISTED_MAX = 20;

function conflict(message: string): AppError {
  return new AppError('import_session_conflict', { publicMessage: message });
}

/** Throws import_session_conflict unless there are chunks and their content. */
export function requireContent(chunks: readonly ImportChunk[]): void {
  if (chunks.length === 0) throw conflict('The session has no chunks.');
  const gone = chunks.filter((chunk) => chunk.status !== 'complete' && !chunk.hasContent);
  if (gone.length > 0) {
    throw conflict(`The content of chunk ${listed(gone)} is gone; upload it again.`);
  }
}

/** Throws max_row_count_exceeded or import_session_conflict when the chunks are not those that may be imported. */
export function requireComplete(
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
  const unexpected = chunks.filter((chunk) => chunk.sequence > expected);
  const missing: number[] = [];
  let missingCount = expected - (chunks.length - unexpected.length);
  for (let sequence = 1; sequence <= expected && missing.length < LISTED_MAX; sequence += 1) {
    if (!there.has(sequence)) missing.push(sequence);
    if (missing.length === missingCount) break;
  }
  missingCount -= missing.length;
  const faults = [
    missing.length === 0
      ? null
      : `missing chunks: ${missing.join(', ')}${missingCount > 0 ? ` and ${missingCount} more` : ''}`,
    unexpected.length === 0 ? null : `unexpected chunks: ${listed(unexpected)}`,
  ].filter((fault) => fault !== null);
  if (faults.length > 0)
    throw conflict(`The session expects ${expected} chunks; ${faults.join('; ')}.`);
}

function listed(chunks: readonly ImportChunk[]): string {
  const numbers = chunks.slice(0, LISTED_MAX).map((chunk) => chunk.sequence);
  const more = chunks.length - numbers.length;
  return numbers.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
