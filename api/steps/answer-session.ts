import { listImportChunks } from '../../shared/imports/import-chunks.ts';
import { findImportSession } from '../../shared/imports/import-sessions.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import {
  findEarlierRecords,
  findOwnRecords,
  findTransactionChunks,
  recordKey,
} from '../../shared/imports/session-references.ts';
import { missingReference } from '../../shared/imports/session/check-session.ts';
import type { OpenReference } from '../../shared/imports/session/check-session.ts';
import type { Finding } from '../../shared/imports/session/chunk-check.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import type { ApiResponse } from '../http/route.ts';
import { answerRecord } from '../http/answer-record.ts';
import { presentImportSession } from '../records/import-session.ts';
import type { SessionWithChunks } from '../records/import-session.ts';

/** The whole session, as every operation on it answers it. Throws record_not_found. */
export async function answerSession(
  sql: AnySql,
  householdId: string,
  id: string,
  status: number,
): Promise<ApiResponse> {
  const session = await findImportSession(sql, householdId, id);
  const [found = null] = await withChunks(sql, householdId, session === null ? [] : [session]);
  return answerRecord(found, presentImportSession, status);
}

export async function withChunks(
  sql: AnySql,
  householdId: string,
  sessions: readonly ImportSession[],
): Promise<SessionWithChunks[]> {
  const ids = sessions.map(({ id }) => id);
  const all = await listImportChunks(sql, householdId, ids);
  return sessions.map((session) => ({
    ...session,
    chunks: all.filter(({ sessionId }) => sessionId === session.id),
  }));
}

/** The error for a change that the state of a session or its chunks forbids. */
export function sessionConflict(publicMessage: string): AppError {
  return new AppError('import_session_conflict', { publicMessage });
}

/**
 * References of an uploaded chunk that nothing can resolve: neither the chunk, nor an earlier one, nor the household.
 * While an earlier chunk is still missing, they are left to the check at publish.
 */
export async function findMissing(
  tx: Tx,
  { householdId, id }: ImportSession,
  sequence: number | null,
  open: readonly OpenReference[],
): Promise<Finding[]> {
  if (sequence === null || open.length === 0) return [];
  const earlier = await findEarlierRecords(tx, householdId, id, sequence, open);
  if (earlier === null) return [];
  const chunks = await findTransactionChunks(tx, householdId, id, open);
  for (const [transaction, held] of chunks) {
    if (held < sequence) earlier.add(recordKey({ kind: 'transactions', id: transaction }));
  }
  const own = await findOwnRecords(tx, householdId, open);
  return open
    .filter((each) => !earlier.has(recordKey(each)) && !own.has(recordKey(each)))
    .map((each) => missingReference(each, 'neither an earlier chunk nor the household has it'));
}
