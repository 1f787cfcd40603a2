import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '../../shared/postgres/connect.ts';
import { exportLines } from '../../shared/imports/export/export.ts';
import { checkChunk } from '../../shared/imports/session/chunk-check.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import type { ImportChunk } from '../../shared/imports/import-chunks.ts';
import {
  insertImportChunk,
  listImportChunks,
  updateImportChunkContent,
} from '../../shared/imports/import-chunks.ts';
import type { ImportSession } from '../../shared/imports/import-sessions.ts';
import { findImportSession, insertImportSession } from '../../shared/imports/import-sessions.ts';
import { publishSession } from '../../shared/queue/runs/kinds.ts';
import { beginRun } from '../../shared/queue/runs/run-store.ts';
import type { WorkerContext } from '../../workers/frame/context.ts';
import { runImport, type StoredSession } from './run-import-job.ts';
import type { TestDatabase } from './with-database.ts';
import { workerContext } from './worker-context.ts';

/** What a summary says of one kind of record. */
export const counts = (created: number, updated = 0, skipped = 0, failed = 0) => ({
  created,
  updated,
  skipped,
  failed,
});

/** One line of a native export. */
export function record(type: string, data: object): string {
  return JSON.stringify({ type, data });
}

const NO_NAMES = { categories: [], tags: [], merchants: [] };

function chunkUpload(lines: readonly string[]) {
  const content = Buffer.from(lines.join('\n'));
  const contentDigest = createHash('sha256').update(content).digest('hex');
  return { content, contentDigest, ...checkChunk(content, { existing: NO_NAMES, rowsMax: 1e6 }) };
}

/** Stores a session of these chunks, each a list of lines. */
export async function storeSession(
  { sql }: Pick<TestDatabase, 'sql'>,
  chunks: readonly (readonly string[])[],
  household?: string,
): Promise<StoredSession> {
  const householdId = household ?? (await insertHousehold(sql, `H ${randomUUID()}`)).id;
  const created = await insertImportSession(sql, householdId, {
    type: 'NativeImport',
    clientSessionId: null,
    expectedChunks: null,
  });
  const sessionId = created?.id ?? '';
  for (const [index, lines] of chunks.entries()) {
    await insertImportChunk(sql, householdId, sessionId, {
      ...chunkUpload(lines),
      sequence: index + 1,
      clientChunkId: null,
    });
  }
  return { householdId, sessionId, runId: '' };
}

/** Puts other content into a chunk that is not complete. */
export async function replaceChunk(
  { sql }: Pick<TestDatabase, 'sql'>,
  session: StoredSession,
  sequence: number,
  lines: readonly string[],
): Promise<void> {
  const chunks = await listImportChunks(sql, session.householdId, [session.sessionId]);
  const chunk = chunks.find((each) => each.sequence === sequence);
  await updateImportChunkContent(sql, session.householdId, chunk?.id ?? '', chunkUpload(lines));
}

/** Publishes under a new run. */
export async function publish(sql: Sql, session: StoredSession): Promise<StoredSession> {
  const { householdId, sessionId: id } = session;
  const { runId } = await sql.begin((tx) => beginRun(tx, publishSession, { householdId, id }));
  return { ...session, runId };
}

/** The session and its chunks as stored. */
export async function readSession(
  sql: Sql,
  { householdId, sessionId }: StoredSession,
): Promise<ImportSession & { chunks: ImportChunk[] }> {
  const session = await findImportSession(sql, householdId, sessionId);
  if (session === null) throw new Error('the session is gone');
  return { ...session, chunks: await listImportChunks(sql, householdId, [sessionId]) };
}

/** Stores, publishes and imports chunks, in a new household unless one is named; where they went and what became of the session. */
export async function importChunks(
  database: TestDatabase,
  chunks: readonly (readonly string[])[],
  { household, ...parts }: Partial<WorkerContext> & { household?: string } = {},
) {
  const stored = await publish(database.sql, await storeSession(database, chunks, household));
  await runImport(workerContext(database, parts), stored);
  return { ...stored, session: await readSession(database.sql, stored) };
}

export async function exportedLines(sql: Sql, householdId: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of exportLines(sql, householdId, new AbortController().signal))
    lines.push(...batch.split('\n').filter((line) => line !== ''));
  return lines;
}
