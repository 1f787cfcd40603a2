import { importMayMove } from '#preflight/states';
import type { ImportMove } from '#preflight/states';
import { findImport, lockImport } from '../../shared/imports/imports.ts';
import type { Import } from '../../shared/imports/imports.ts';
import { conflict } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import type { ApiResponse } from '../http/route.ts';
import { presentImport } from '../records/import.ts';

/** The whole import, as every operation on it answers it. Throws record_not_found. */
export async function answerImport(
  sql: AnySql,
  householdId: string,
  id: string,
  status: number,
): Promise<ApiResponse> {
  return answerRecord(await findImport(sql, householdId, id), presentImport, status);
}

const DONE: Readonly<Record<ImportMove, string>> = {
  edit: 'changed',
  publish: 'published',
  undo: 'undone',
  delete: 'deleted',
};

/** Locks an import that is about to be changed. Throws record_not_found, and conflict when its state forbids it. */
export async function requireMove(
  tx: Tx,
  householdId: string,
  id: string,
  move: ImportMove,
): Promise<Import> {
  return checkMove(orNotFound(await lockImport(tx, householdId, id)), move);
}

/** The same check for an import that was found without a lock. Throws conflict. */
export function checkMove(found: Import, move: ImportMove): Import {
  if (move === 'edit' && found.status === 'pending' && !found.judged) {
    throw conflict('A worker is still judging the rows; change the import when it has verdicts.');
  }
  if (importMayMove(found.status, move)) return found;
  throw conflict(`An import that is ${found.status} cannot be ${DONE[move]}.`);
}
