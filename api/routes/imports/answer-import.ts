import type { AnySql } from '../../../shared/postgres/connect.ts';
import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findImport } from '../../../shared/imports/imports.ts';
import type { ApiResponse } from '../../http/route.ts';
import { presentImport } from '../../present/imports.ts';

/** The whole import as every operation on it answers. Throws record_not_found. */
export async function answerImport(
  sql: AnySql,
  householdId: string,
  id: string,
  status: number,
): Promise<ApiResponse> {
  const found = await findImport(sql, householdId, id);
  if (found === null) throw recordNotFound();
  return { status, body: { data: presentImport(found) } };
}
