import type { PendingQuery, Row } from 'postgres';
import type { RecordTypeName } from '#preflight/records/record-types';
import type { FaultReason, RecordFault } from './session-error.ts';
import { LISTED_FAULTS_MAX, shown } from './session-error.ts';
import type { EntityCounts } from './summary.ts';
import type { Tx } from '../../postgres/connect.ts';
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
  /** The first of the faults; `counts.failed` is how many lines are at fault. */
  readonly faults: readonly RecordFault[];
}

/** Writes the staged records of one type; the chunk's transaction is rolled back when it finds faults. */
export type Apply = (tx: Tx, scope: ImportScope) => Promise<Applied>;

/** Rows at fault: the first of them, and how many lines they are in all. */
export interface FaultyRows<T> {
  rows: readonly T[];
  linesCount: number;
}

/** The first rows of a query that looks for faults, by `line` and `place`; both must be among its columns. */
export async function findFaults<T extends { line: number }>(
  tx: Tx,
  query: PendingQuery<Row[]>,
): Promise<FaultyRows<T>> {
  const rows = await tx<(T & { linesCount: number })[]>`
    with fault as materialized (${query})
    select fault.*, (select count(distinct line)::int from fault) as lines_count
    from fault
    order by line, place
    limit ${LISTED_FAULTS_MAX}`;
  return { rows, linesCount: rows[0]?.linesCount ?? 0 };
}

/** The source name of a session's entries. */
export function sessionSource(sessionId: string): string {
  return `native_session:${sessionId}`;
}

/** A row of a query that looks for references to nothing. */
export interface DanglingRow {
  line: number;
  sourceType: string;
  sourceId: string;
}

/** Records of a type that name what is not there. */
export function missingReferences(type: RecordTypeName, found: FaultyRows<DanglingRow>): Applied {
  const faults = found.rows.map((row) => ({
    code: 'missing_source_reference' as const,
    record_type: type,
    source_type: row.sourceType,
    source_id: shown(row.sourceId),
    line: row.line,
  }));
  return { counts: { failed: found.linesCount }, faults };
}

/** A row whose value is at fault. */
export interface FaultyRow {
  line: number;
  field: string;
  value: string | null;
}

/** Records of a type that cannot be imported, as a query found them. */
export function failedRows(
  type: RecordTypeName,
  reason: FaultReason,
  found: FaultyRows<FaultyRow>,
  message: string,
): Applied {
  const faults = found.rows.map((row) => ({
    code: 'import_failed' as const,
    record_type: type,
    reason,
    field: row.field,
    value: shown(row.value),
    line: row.line,
    message: `${type}: ${message}`,
  }));
  return { counts: { failed: found.linesCount }, faults };
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
      and m.source_id = s.source_id
      and not m.adopted`;
  return superseded.count;
}

/** Remembers the ids of the records that were new. */
export async function rememberIds(tx: Tx, scope: ImportScope, type: StagedType): Promise<void> {
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, ${type}, source_id, id
    from ${tx(STAGES[type].table)}
    where not known
    on conflict (session_id, source_type, source_id) do update
    set record_id = excluded.record_id, adopted = false`;
}
