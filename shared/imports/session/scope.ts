import { findRecordType } from '#preflight/records/record-types';
import type { RecordTypeName } from '#preflight/records/record-types';
import type { FaultReason, RecordFault } from './session-error.ts';
import { ChunkRejectedError, LISTED_FAULTS_MAX, shown } from './session-error.ts';
import { entityCounts } from './summary.ts';
import type { EntityCounts } from './summary.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import type { StagedType } from './stages.ts';
import { STAGES } from './stages.ts';

/** The household whose records are written, and the session that writes them. */
export interface ImportScope {
  readonly householdId: string;
  readonly sessionId: string;
  /** `source` of entries that the session creates. */
  readonly source: string;
}

/** Writes the staged records of one type, and counts the outcomes. Throws ChunkRejectedError. */
export type Apply = (tx: Tx, scope: ImportScope) => Promise<Partial<EntityCounts>>;

/** The error if `failed` records of a type are faulty; `faults` lists the first of them. */
export function rejectedRecords(
  type: RecordTypeName,
  faults: readonly RecordFault[],
  failed: number,
): ChunkRejectedError {
  const entity = findRecordType(type)?.entityKey ?? type;
  return new ChunkRejectedError(faults, { [entity]: entityCounts({ failed }) });
}

/** A row of a query for faults: a dangling reference, or a field with an unfit value. It also has its `place` in the line. */
interface FaultyRow {
  line: number;
  sourceType: string;
  sourceId: string;
  field: string;
  value: string | null;
}

/** Throws ChunkRejectedError if the query returns rows. */
async function requireNone(
  tx: Tx,
  type: RecordTypeName,
  query: Fragment,
  faultOf: (row: FaultyRow) => RecordFault,
): Promise<void> {
  const rows = await tx<(FaultyRow & { linesCount: number })[]>`
    with fault as materialized (${query})
    select fault.*, (select count(distinct line)::int from fault) as lines_count
    from fault
    order by line, place
    limit ${LISTED_FAULTS_MAX}`;
  const [first] = rows;
  if (first !== undefined) throw rejectedRecords(type, rows.map(faultOf), first.linesCount);
}

/** Throws ChunkRejectedError for records with a dangling reference: `source_type` and `source_id` of the query. */
export function requireReferences(tx: Tx, type: RecordTypeName, dangling: Fragment): Promise<void> {
  return requireNone(tx, type, dangling, ({ line, sourceType, sourceId }) => ({
    code: 'missing_source_reference',
    record_type: type,
    source_type: sourceType,
    source_id: shown(sourceId),
    line,
  }));
}

/** Throws ChunkRejectedError for records with an unfit value: `field` and `value` of the query. */
export function requireFit(
  tx: Tx,
  type: RecordTypeName,
  reason: FaultReason,
  message: string,
  unfit: Fragment,
): Promise<void> {
  return requireNone(tx, type, unfit, ({ line, field, value }) => ({
    code: 'import_failed',
    record_type: type,
    reason,
    field,
    value: shown(value),
    line,
    message: `${type}: ${message}`,
  }));
}

/**
 * Throws ChunkRejectedError for staged records whose values another record of the household, or an earlier one of the chunk,
 * already has. With `known`, checks only known records, because the others take over an existing record.
 */
export function requireFree(
  tx: Tx,
  { householdId }: ImportScope,
  type: StagedType,
  columns: readonly [string, ...string[]],
  { reason, message, known = false }: { reason: FaultReason; message: string; known?: boolean },
): Promise<void> {
  const { target, table } = STAGES[type];
  const isSame = columns.reduce(
    (all, name) => tx`${all} and other.${tx(name)} = s.${tx(name)}`,
    tx`true`,
  );
  return requireFit(
    tx,
    type,
    reason,
    message,
    tx`
    select s.line, 1 as place, ${columns[0]}::text as field, s.${tx(columns[0])}::text as value
    from ${tx(table)} s
    where (s.known or not ${known})
      and (
        exists (
          select 1
          from ${tx(target)} other
          where other.household_id = ${householdId}
            and other.id <> s.id
            and ${isSame}
        )
        or exists (
          select 1
          from ${tx(table)} other
          where (other.known or not ${known})
            and other.line < s.line
            and ${isSame}
        )
      )`,
  );
}

/** Joins, as `alias`, the record that an id in a column of the stage `s` refers to in the session. */
export const mapped = (
  tx: Tx,
  { sessionId }: ImportScope,
  type: StagedType,
  column: string,
  alias = 'm',
): Fragment => tx`
  left join import_id_map ${tx(alias)}
    on ${tx(alias)}.session_id = ${sessionId}
    and ${tx(alias)}.source_type = ${type}
    and ${tx(alias)}.source_id = s.${tx(column)}`;

/** The staged records `s` of a type, with the household `h` and the account `a` of each. */
export const stagedInAccounts = (tx: Tx, scope: ImportScope, type: StagedType): Fragment => tx`
  from ${tx(STAGES[type].table)} s
  join households h on h.id = ${scope.householdId}
  ${mapped(tx, scope, 'Account', 'account_ref')}
  left join accounts a on a.id = m.record_id`;

/** What the last of the staged records `s` of one place that has the column says in it: one that leaves it out keeps it. */
export const lastSaid = (tx: Tx, column: string, place: Fragment): Fragment => tx`
  first_value(s.${tx(column)}) over (partition by ${place} order by s.${tx(column)} is null, s.line desc)`;

export const countStaged = (tx: Tx, type: StagedType): Promise<number> =>
  countRows(tx, tx`from ${tx(STAGES[type].table)}`);

/** How many records were created; the rest of `all` were updated. */
export function countWritten(written: readonly { created: boolean }[], all = written.length) {
  const created = written.filter((each) => each.created).length;
  return { created, updated: all - created };
}

/** Removes staged records that a later one (`later`) replaces. Returns how many: they count as updates. */
export async function dropSuperseded(tx: Tx, type: StagedType, isSame: Fragment): Promise<number> {
  const { count } = await tx`
    delete from ${tx(STAGES[type].table)} s
    using ${tx(STAGES[type].table)} later
    where ${isSame}
      and later.line > s.line`;
  return count;
}

/**
 * Keeps only the last staged record of each source id, and marks those that the session already knows. Returns how many records
 * were superseded: they count as updates.
 */
export async function matchById(tx: Tx, scope: ImportScope, type: StagedType): Promise<number> {
  const superseded = await dropSuperseded(tx, type, tx`later.source_id = s.source_id`);
  await tx`
    update ${tx(STAGES[type].table)} s
    set id = m.record_id, known = true
    from import_id_map m
    where m.session_id = ${scope.sessionId}
      and m.source_type = ${type}
      and m.source_id = s.source_id
      and not m.adopted`;
  return superseded;
}

export async function rememberIds(tx: Tx, scope: ImportScope, type: StagedType): Promise<void> {
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, ${type}, source_id, id
    from ${tx(STAGES[type].table)}
    where not known
    on conflict (session_id, source_type, source_id) do update
    set record_id = excluded.record_id, adopted = false`;
}
