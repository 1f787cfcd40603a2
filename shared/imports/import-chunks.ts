import { publishSession } from '../queue/runs/kinds.ts';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { findRow, updateRow } from '../postgres/household-rows.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { ChunkCheck } from './session/chunk-check.ts';
import type { SessionError } from './session/session-error.ts';
import type { OutlinedChunk } from './session/check-session.ts';
import type { ChunkStatus } from './session/states.ts';
import type { Summary } from './session/summary.ts';

/** A chunk without its content. */
export interface ImportChunk {
  id: string;
  sessionId: string;
  sequence: number;
  clientChunkId: string | null;
  status: ChunkStatus;
  rowsCount: number;
  summary: Summary;
  error: SessionError | null;
  /** SHA-256 of the content in hex. */
  contentDigest: string;
  /** False once it was imported or has expired. */
  hasContent: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface ChunkUpload extends ChunkCheck {
  content: Uint8Array;
  contentDigest: string;
}

const uploaded = (sql: AnySql, { content, outline, ...upload }: ChunkUpload) => {
  const { transactions, ...rest } = outline;
  return {
    content: Buffer.from(content),
    contentDigest: upload.contentDigest,
    byteSize: content.byteLength,
    rowsCount: upload.rowsCount,
    error: jsonParameter(sql, upload.error),
    outline: jsonParameter(sql, rest),
    transactionDigests: transactions,
  };
};

/**
 * The chunks of these sessions, by sequence. While a worker holds a session, it imports the first incomplete chunk, whose results
 * from an earlier attempt no longer count.
 */
export async function listImportChunks(
  sql: AnySql,
  householdId: string,
  sessionIds: readonly string[],
): Promise<ImportChunk[]> {
  return sql<ImportChunk[]>`
    with importing as (
      select s.id, min(c.sequence) as sequence
      from import_sessions s
      join leases l on l.household_id = s.household_id and l.kind = ${publishSession.lease} and l.resource = s.id
      join import_chunks c on c.household_id = s.household_id and c.session_id = s.id
      where s.household_id = ${householdId}
        and s.id = any(${sessionIds as string[]}::uuid[])
        and s.status = 'importing'
        and l.expires_at > clock_timestamp()
        and c.status <> 'complete'
      group by s.id
    )
    select c.id, c.session_id, c.sequence, c.client_chunk_id,
      -- Workers of release 1.0.0 stored 'importing'.
      case when i.id is null then coalesce(nullif(c.status, 'importing'), 'pending') else 'importing' end as status,
      c.rows_count, case when i.id is null then c.summary else '{}' end as summary, case when i.id is null then c.error end as error,
      c.content_digest, c.content is not null as has_content, c.created_at, c.updated_at
    from import_chunks c
    left join importing i on i.id = c.session_id and i.sequence = c.sequence
    where c.household_id = ${householdId}
      and c.session_id = any(${sessionIds as string[]}::uuid[])
    order by c.sequence, c.created_at`;
}

export async function insertImportChunk(
  sql: AnySql,
  householdId: string,
  sessionId: string,
  chunk: ChunkUpload & { sequence: number; clientChunkId: string | null },
): Promise<void> {
  const { sequence, clientChunkId } = chunk;
  const row = { householdId, sessionId, sequence, clientChunkId, ...uploaded(sql, chunk) };
  await sql`insert into import_chunks ${sql(row)}`;
}

/** Stores new content for an incomplete chunk, which becomes pending again. */
export async function updateImportChunkContent(
  sql: AnySql,
  householdId: string,
  id: string,
  upload: ChunkUpload,
): Promise<void> {
  await updateRow(sql, 'import_chunks', householdId, id, {
    ...uploaded(sql, upload),
    status: 'pending',
    summary: sql.json({}),
    updatedAt: sql`now()`,
  });
}

/** The uploaded bytes, or null when they are gone. */
export async function findImportChunkContent(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Buffer | null> {
  type Stored = { content: Buffer | null };
  const row = await findRow<Stored>(sql, 'import_chunks', sql`content`, householdId, id);
  return row?.content ?? null;
}

/** Ends a chunk. Drops the content of a complete one: it is never read again. */
export async function updateChunkToFinished(
  tx: Tx,
  householdId: string,
  id: string,
  end: { status: 'complete' | 'failed'; summary: Summary; error: SessionError | null },
): Promise<void> {
  await updateRow(tx, 'import_chunks', householdId, id, {
    status: end.status,
    summary: jsonParameter(tx, end.summary),
    error: jsonParameter(tx, end.error),
    ...(end.status === 'complete' ? { content: null } : {}),
    updatedAt: tx`now()`,
  });
}

export async function listChunkOutlines(sql: AnySql, householdId: string, sessionId: string) {
  return sql<OutlinedChunk[]>`
    select id, sequence, outline
    from import_chunks
    where household_id = ${householdId}
      and session_id = ${sessionId}
      and outline is not null
    order by sequence`;
}

/** Stores findings on pending chunks, by chunk id. */
export async function updatePendingChunkErrors(
  sql: AnySql,
  householdId: string,
  errors: ReadonlyMap<string, SessionError | null>,
): Promise<void> {
  const rows = [...errors].map(([id, error]) => ({ id, error }));
  await sql`
    update import_chunks c
    set error = r.error, updated_at = now()
    from jsonb_to_recordset(${jsonParameter(sql, rows)}) as r (id uuid, error jsonb)
    where c.household_id = ${householdId}
      and c.id = r.id
      and c.status <> 'complete'`;
}
