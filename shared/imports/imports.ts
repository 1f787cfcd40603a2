import type { AnySql, Tx } from '../postgres/connect.ts';
import { deleteRow, updateRow } from '../postgres/household-rows.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { CsvImportType, CsvReport } from '#preflight/report';
import type { AppliedProfile } from '#preflight/rows/apply-profile';
import type { WireSettings } from '#preflight/rows/resolved-settings';
import type { ImportError, ImportStatus, ImportStep, RowVerdict } from '#preflight/states';
import type { ProfileToSave } from './profiles/import-profiles.ts';
import { deleteKept, type UndoSummary } from './kept-record.ts';
import { listRows, newestFirst } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** What publishing or undoing did, by kind of record. */
export interface ImportSummary extends Partial<UndoSummary> {
  created?: Record<string, number>;
  updated?: Record<string, number>;
}

/** The profile that an import was read with. */
interface UsedProfile extends AppliedProfile {
  /** Of the content: publishing teaches it to a named profile that knows no header yet. */
  headerFingerprint?: string | null;
}

export interface Import {
  id: string;
  householdId: string;
  type: CsvImportType;
  status: ImportStatus;
  accountId: string | null;
  clientImportId: string | null;
  requestDigest: string;
  filename: string;
  contentType: string;
  byteSize: number;
  hasContent: boolean;
  fields: Record<string, string | number | boolean | null>;
  /** Names of the fields that were suggested and that the client did not send. */
  suggested: string[];
  settings: WireSettings;
  report: Partial<CsvReport>;
  profile: UsedProfile | null;
  /** The profile that publishing saves; null if none was requested. */
  saveProfile: ProfileToSave | null;
  /** `likely`: how many of the duplicates and updates are only alike. */
  verdicts: Partial<Record<RowVerdict | 'likely', number>>;
  rowsCount: number;
  invalidRowsCount: number;
  skipInvalid: boolean;
  /** Whether the verdicts say what publishing would do. For large files a worker decides that later. */
  judged: boolean;
  /** Rows that the current step has finished, while a worker is on it. */
  rowsDone: number;
  step: ImportStep | null;
  summary: ImportSummary;
  error: ImportError | null;
  publishedAt: Date | null;
  undoneAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What is stored about the content and how it was read. */
export type ImportReadingRecord = Pick<
  Import,
  'accountId' | 'fields' | 'suggested' | 'settings' | 'report' | 'profile'
>;
type SavedReading = ImportReadingRecord & Partial<Pick<Import, 'saveProfile'>>;

export type NewImport = SavedReading &
  Pick<
    Import,
    'id' | 'type' | 'clientImportId' | 'requestDigest' | 'filename' | 'contentType' | 'byteSize'
  > & {
    /** Compressed. */
    keptContent: Uint8Array;
  };

/** What the worker of a running import reports; it writes this outside of its transaction. */
const ofWorker = (sql: AnySql, column: 'step' | 'rows_done') => sql`(
  select l.${sql(column)}
  from leases l
  where l.household_id = i.household_id
    and l.kind = 'import'
    and l.resource = i.id
    and l.expires_at > clock_timestamp()
    and (i.status in ('publishing', 'undoing') or (i.status = 'pending' and not i.judged))
)`;

const columns = (sql: AnySql) => sql`
  i.id, i.household_id, i.type, i.status, i.account_id, i.client_import_id, i.request_digest, i.filename, i.content_type,
  i.byte_size, i.content is not null as has_content, i.fields, i.suggested, i.settings, i.report, i.profile, i.save_profile,
  i.verdicts, i.rows_count, i.invalid_rows_count, i.skip_invalid, i.judged,
  coalesce(${ofWorker(sql, 'rows_done')}, i.rows_done) as rows_done, ${ofWorker(sql, 'step')} as step, i.summary, i.error,
  i.published_at, i.undone_at, i.created_at, i.updated_at`;

export function findImport(sql: AnySql, householdId: string, id: string, lock = sql``) {
  return rowOrNull(sql<Import[]>`
    select ${columns(sql)}
    from imports i
    where i.household_id = ${householdId}
      and i.id = ${id}
      and i.restored_by is null
    ${lock}`);
}

/** Locks the import until the transaction ends: edits, publish, undo and the worker take turns. */
export function lockImport(tx: Tx, householdId: string, id: string): Promise<Import | null> {
  return findImport(tx, householdId, id, tx`for no key update`);
}

export function findImportByClientId(sql: AnySql, householdId: string, clientImportId: string) {
  return rowOrNull(sql<Import[]>`
    select ${columns(sql)}
    from imports i
    where i.household_id = ${householdId}
      and i.client_import_id = ${clientImportId}`);
}

interface ImportFilter {
  status?: string | undefined;
  type?: string | undefined;
  accountId?: string | undefined;
}

export async function listImports(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { status, type, accountId }: ImportFilter = {},
): Promise<Page<Import>> {
  const matching = sql`
    from imports i
    where i.household_id = ${householdId}
      and i.restored_by is null
    ${status === undefined ? sql`` : sql`and i.status = ${status}`}
    ${type === undefined ? sql`` : sql`and i.type = ${type}`}
    ${accountId === undefined ? sql`` : sql`and i.account_id = ${accountId}`}`;
  return listRows(sql, page, matching, newestFirst('i'), columns(sql));
}

const readingColumns = (tx: Tx, reading: SavedReading) => ({
  accountId: reading.accountId,
  fields: jsonParameter(tx, reading.fields),
  suggested: reading.suggested,
  settings: jsonParameter(tx, reading.settings),
  report: jsonParameter(tx, reading.report),
  profile: jsonParameter(tx, reading.profile),
  saveProfile: jsonParameter(tx, reading.saveProfile ?? null),
});

/** Stores a pending import. False if the household already has one with this client id. */
export async function insertImport(tx: Tx, householdId: string, made: NewImport): Promise<boolean> {
  const { id, type, clientImportId, requestDigest, filename, contentType, byteSize } = made;
  const sent = { type, clientImportId, requestDigest, filename, contentType, byteSize };
  const kept = { content: made.keptContent, contentGzip: true, ...readingColumns(tx, made) };
  const row = { id, householdId, ...sent, ...kept };
  const result = await tx`
    insert into imports ${tx(row)}
    on conflict (household_id, client_import_id) where client_import_id is not null do nothing`;
  return result.count > 0;
}

export async function updateImportReading(
  tx: Tx,
  householdId: string,
  id: string,
  reading: SavedReading,
): Promise<void> {
  await updateRow(tx, 'imports', householdId, id, {
    ...readingColumns(tx, reading),
    judged: true,
    error: null,
    updatedAt: tx`now()`,
  });
}

/** Recounts the rows, in total and by verdict. Call it after every change to them. */
export async function countImportVerdicts(
  tx: Tx,
  householdId: string,
  id: string,
): Promise<Pick<Import, 'rowsCount' | 'verdicts'>> {
  const [counted] = await tx<[Pick<Import, 'rowsCount' | 'verdicts'>]>`
    update imports i
    set verdicts = counted.verdicts,
        rows_count = counted.rows,
        invalid_rows_count = counted.faulty,
        updated_at = now()
    from (
      select coalesce(sum(count), 0)::integer as rows,
        coalesce(sum(faulty), 0)::integer as faulty,
        coalesce(jsonb_object_agg(verdict, count), '{}') || jsonb_build_object('likely', coalesce(sum(likely), 0)) as verdicts
      from (
        select verdict, count(*) as count, count(*) filter (where errors <> '[]') as faulty,
          count(*) filter (where certainty = 'likely' and of_id is not null) as likely
        from import_rows
        where household_id = ${householdId}
          and import_id = ${id}
        group by verdict
      ) by_verdict
    ) counted
    where i.household_id = ${householdId}
      and i.id = ${id}
    returning i.rows_count, i.verdicts`;
  return counted;
}

/** Stores an error on an import that is not running. */
export async function updateImportError(
  sql: AnySql,
  householdId: string,
  id: string,
  error: ImportError,
): Promise<void> {
  const change = { error: jsonParameter(sql, error), updatedAt: sql`now()` };
  const isIdle = sql`and status not in ('publishing', 'undoing')`;
  await updateRow(sql, 'imports', householdId, id, change, isIdle);
}

/** Deletes an import with its rows, but not what it brought into the ledger: the caller checks that there is nothing. */
export async function deleteImport(sql: AnySql, householdId: string, id: string): Promise<void> {
  await deleteKept(sql, householdId, id);
  await deleteRow(sql, 'imports', householdId, id);
}
