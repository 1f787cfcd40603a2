import type { AnySql } from '../../../shared/postgres/connect.ts';
import { recordNotFound } from '../../../shared/platform/errors.ts';
import { listImportChunks } from '../../../shared/imports/import-chunks.ts';
import { findImportSession } from '../../../shared/imports/import-sessions.ts';
import type { ApiResponse } from '../../http/route.ts';
import { presentImportSession } from '../../present/import-sessions.ts';

/** The whole session as every operation on it answers. Throws record_not_found. */
export async function answerSession(
  sql: AnySql,
  householdId: string,
  id: string,
  status: number,
): Promise<ApiResponse> {
  const session = await findImportSession(sql, householdId, id);
  if (session === null) throw recordNotFound();
  const chunks = await listImportChunks(sql, householdId, [id]);
  return { status, body: { data: presentImportSession(session, chunks) } };
}
