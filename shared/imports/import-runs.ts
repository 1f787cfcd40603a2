import type { AnySql, Sql, Tx } from '../postgres/connect.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { ImportError } from '../../packages/preflight/states.ts';
import { expireLease, LeaseLostError } from '../queue/leases.ts';
import type { LeaseKey } from '../queue/leases.ts';
import { walkBy } from '../postgres/walk.ts';
import type { WalkLeg, WalkPosition } from '../postgres/walk.ts';
import { lockImport } from './imports.ts';
import type { Import, ImportSummary } from './imports.ts';

/** One run of an import: to judge its rows (`pending`) or to publish them. */
export interface CsvRun {
  readonly householdId: string;
  readonly importId: string;
  readonly runId: string;
  readonly status: 'pending' | 'publishing';
}

const isOpen = (sql: AnySql, { householdId, importId, runId, status }: CsvRun) => sql`
  household_id = ${householdId}
  and id = ${importId}
  and run_id = ${runId}
  and status = ${status}
  and (status <> 'pending' or not judged)`;

/** What the worker of an import holds. */
export function csvImportLease(householdId: string, importId: string): LeaseKey {
  return { kind: 'import', householdId, resource: importId };
}

/** Begins a run: of judging (`pending`), or of publishing. The import must be locked. */
export async function updateImportToRunning(
  tx: Tx,
  householdId: string,
  id: string,
  run: { status: 'pending' | 'publishing'; runId: string; skipInvalid: boolean },
): Promise<void> {
  await tx`
    update imports
    set status = ${run.status},
        judged = judged and ${run.status !== 'pending'},
        run_id = ${run.runId},
        skip_invalid = ${run.skipInvalid},
        error = null,
        deaths = 0,
        rows_done = 0,
        updated_at = now()
    where household_id = ${householdId}
      and id = ${id}`;
  // The worker of a run that ended may have vanished.
  await expireLease(tx, csvImportLease(householdId, id));
}

/** Whether there is something to do: the run is neither over nor replaced, and the import is there. */
export async function isCsvRunOpen(sql: AnySql, run: CsvRun): Promise<boolean> {
  const rows = await sql`select 1 from imports where ${isOpen(sql, run)}`;
  return rows.length > 0;
}

/** Locks the import of a run until the transaction ends. Throws LeaseLostError when the run is over. */
export async function requireCsvRun(tx: Tx, run: CsvRun): Promise<Import> {
  const row = await lockImport(tx, run.householdId, run.importId);
  if (row === null || row.runId !== run.runId || row.status !== run.status) {
    throw new LeaseLostError();
  }
  if (run.status === 'pending' && row.judged) throw new LeaseLostError();
  return row;
}

/** Counts a worker that vanished over the run. Returns how many have. */
export async function countCsvRunDeath(tx: Tx, run: CsvRun): Promise<number> {
  const [row] = await tx<{ deaths: number }[]>`
    update imports
    set deaths = deaths + 1, updated_at = now()
    where ${isOpen(tx, run)}
    returning deaths`;
  return row?.deaths ?? 0;
}

/** Ends a run that judged the rows. */
export async function finishJudging(tx: Tx, run: CsvRun): Promise<void> {
  await tx`
    update imports
    set judged = true, updated_at = now()
    where ${isOpen(tx, run)}`;
}

/** Ends a run that published. */
export async function finishCsvRun(tx: Tx, run: CsvRun, summary: ImportSummary): Promise<void> {
  await tx`
    update imports
    set status = 'complete',
        judged = true,
        published_at = now(),
        summary = ${jsonParameter(tx, summary)},
        rows_done = rows_count,
        error = null,
        updated_at = now()
    where ${isOpen(tx, run)}`;
}

/** Ends a run of which nothing was written. */
export async function failCsvRun(sql: AnySql, run: CsvRun, error: ImportError): Promise<void> {
  await sql`
    update imports
    set status = 'failed', error = ${jsonParameter(sql, error)}, updated_at = now()
    where ${isOpen(sql, run)}`;
}

/** Runs whose job may be lost: open, and no worker holds them although one should by now. Over all households. */
export async function listLostCsvRuns(
  sql: Sql,
  graceMs: number,
  leg: WalkLeg,
): Promise<(WalkPosition & CsvRun)[]> {
  const walk = walkBy(sql, sql`i.updated_at`, sql`i.id`, leg);
  return sql<(WalkPosition & CsvRun)[]>`
    select i.household_id, i.id as import_id, i.run_id, i.status, ${walk.columns}
    from imports i
    left join leases l
      on l.household_id = i.household_id
      and l.kind = 'import'
      and l.resource = i.id
    where (i.status = 'publishing' or (i.status = 'pending' and not i.judged))
      and i.updated_at < now() - ${graceMs} * interval '1 millisecond'
      and (l.expires_at is null or l.expires_at < now())
      and ${walk.isNext}
    ${walk.window}`;
}

/** Drops the content of imports left untouched since `before`, in all households. Returns how many. */
export async function deleteCsvContentBefore(
  sql: Sql,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    update imports
    set content = null
    where id = any(array(
        select id
        from imports
        where created_at < ${before}
          and updated_at < ${before}
          and content is not null
          and status not in ('publishing', 'undoing')
        order by created_at
        limit ${limit}
        for update skip locked
      ))`;
  return result.count;
}
