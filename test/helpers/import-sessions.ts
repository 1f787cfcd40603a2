import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '../../shared/db/connect.ts';
import { createLog } from '../../shared/log.ts';
import { checkChunk } from '../../shared/sessions/chunk-check.ts';
import { insertHousehold } from '../../shared/store/households.ts';
import type { ImportChunk } from '../../shared/store/import-chunks.ts';
import {
  insertImportChunk,
  listImportChunks,
  updateImportChunkContent,
} from '../../shared/store/import-chunks.ts';
import type { ImportSession } from '../../shared/store/import-sessions.ts';
import {
  findImportSession,
  insertImportSession,
  updateToPublished,
} from '../../shared/store/import-sessions.ts';
import type { Queues } from '../../shared/jobs/queues.ts';
import type { WorkerContext } from '../../workers/context.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import type { TestDatabase } from './with-database.ts';

/** One line of a native export. */
export function record(type: string, data: object): string {
  return JSON.stringify({ type, data });
}

/** Jobs that were added instead of queued: the job under test runs without a queue. */
export interface RecordedQueues {
  queues: Queues;
  added: { queue: string; job: string; jobId: string }[];
}

/** A producer that only remembers, or fails when `away` is set. */
export function recordQueues(state: { away?: boolean } = {}): RecordedQueues {
  const added: RecordedQueues['added'] = [];
  const queues = {
    add: (queue: string, job: string, _data: object, { jobId }: { jobId: string }) => {
      if (state.away === true) return Promise.reject(new Error('amqp://user:pw@host is away'));
      added.push({ queue, job, jobId });
      return Promise.resolve();
    },
  } as unknown as Queues;
  return { queues, added };
}

/** What a job under test is handed. */
export function workerContext(
  database: TestDatabase,
  parts: Partial<WorkerContext> = {},
): WorkerContext {
  const log = createLog({ level: 'error', process: 'test' });
  log.silent = true;
  return {
    config: database.config(),
    sql: database.sql,
    queues: recordQueues().queues,
    log,
    clock: { now: () => new Date() },
    ...parts,
  };
}

/** A session in a household of its own, with its chunks stored as an upload stores them. */
export interface StoredSession {
  householdId: string;
  sessionId: string;
  runId: string;
}

const NO_NAMES = { categories: [], tags: [], merchants: [] };

export function chunkUpload(lines: readonly string[]) {
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
  const runId = randomUUID();
  await sql.begin((tx) => updateToPublished(tx, session.householdId, session.sessionId, runId));
  return { ...session, runId };
}

/** Runs the job of a published session once. */
export async function runImport(
  context: WorkerContext,
  session: StoredSession,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  await performPublishSession(
    context,
    {
      household_id: session.householdId,
      session_id: session.sessionId,
      run_id: session.runId,
    },
    { jobId: session.runId, attempt: 1, signal },
  );
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

/** Stores, publishes and imports chunks; returns where they went and what became of the session. */
export async function importChunks(
  database: TestDatabase,
  chunks: readonly (readonly string[])[],
  parts: Partial<WorkerContext> = {},
) {
  const stored = await publish(database.sql, await storeSession(database, chunks));
  await runImport(workerContext(database, parts), stored);
  return { ...stored, session: await readSession(database.sql, stored) };
}
