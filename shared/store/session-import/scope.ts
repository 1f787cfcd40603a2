import type { RecordTypeName } from '../../imports/ndjson/record-types.ts';
import type { FaultReason, RecordFault } from '../../sessions/session-error.ts';
import { shown, LISTED_FAULTS_MAX } from '../../sessions/session-error.ts';
import type { EntityCounts } from '../../sessions/summary.ts';
import type { Tx } from '../../db/connect.ts';
import type { StagedType } from './stages.ts';
import { STAGES } from './stages.ts';

/** Whose records are written, and for which session. */
export interface ImportScope {
  readonly householdId: string;
  readonly sessionId: string;
  /** `source` of entries made by the session. */
  readonly source: string;
}

/** What became of the staged records of one type. With faults nothing of the chunk will stay. */
export interface Applied {
  readonly counts: Partial<EntityCounts>;
  readonly faults: readonly RecordFault[];
}

/** Writes the staged records of one type; the chunk's transaction is rolled back when it finds faults. */
export type Apply = (tx: Tx, scope: ImportScope) => Promise<Applied>;

/** Faults read per type: more than are listed are not looked for. */
export const FAULTS_MAX = LISTED_FAULTS_MAX + 1;

/** The source name of a session's entries. */
export function sessionSource(sessionId: string): string {
  return `native_session:${sessionId}`;
}

export function rejected(faults: readonly RecordFault[]): Applied {
  return { counts: {}, faults };
}

/** A row of a query that looks for references to nothing. */
export interface DanglingRow {
  line: number;
  source_type: string;
  source_id: string;
}

export function missingReferences(
  type: RecordTypeName,
  rows: readonly DanglingRow[],
): RecordFault[] {
  return rows.map((row) => ({
    code: 'missing_source_reference',
    record_type: type,
    source_type: row.source_type,
    source_id: shown(row.source_id),
    line: row.line,
  }));
}

/** `import_failed` for a row that a query found. */
export function failedRow(
  type: RecordTypeName,
  reason: FaultReason,
  row: { line: number; field: string; value: string | null },
  message: string,
): RecordFault {
  return {
    code: 'import_failed',
    record_type: type,
    reason,
    field: row.field,
    value: shown(row.value),
    line: row.line,
    message: `${type}: ${message}`,
  };
}

/**
 * Leaves only the last record of each source id in the stage, and looks up which ids are known to the
 * session already. Returns how many records were superseded: they count as updates.
 */
export async function matchById(tx: Tx, scope: ImportScope, type: StagedType): Promise<number> {
  const stage = tx(STAGES[type].table);
  const superseded = await tx`
    delete from ${stage} s
    using ${stage} later
    where later.source_id = s.source_id
      and later.line > s.line`;
  await tx`
    update ${stage} s
    set id = m.record_id, known = true
    from import_id_map m
    where m.session_id = ${scope.sessionId}
      and m.source_type = ${type}
      and m.source_id = s.source_id`;
  return superseded.count;
}

/** Remembers the ids of the records that were new. */
export async function rememberIds(tx: Tx, scope: ImportScope, type: StagedType): Promise<void> {
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, ${type}, source_id, id
    from ${tx(STAGES[type].table)}
    where not known`;
}
