import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Schemas } from '#client';
import { Failure } from '../failure.ts';
import { cutChunks } from './cut-chunks.ts';
import { locateNotes } from './locate-notes.ts';
import type { Note } from './locate-notes.ts';

type Session = Schemas['ImportSession'];

/** Reports progress; rows are lines with content. */
export interface ImportProgress {
  planned: (total: { chunks: number; rows: number }) => void;
  uploaded: (rows: number) => void;
  /** The session is published. */
  imported: (rows: number, id: string) => void;
}

export interface ImportOptions {
  client: Client;
  files: readonly string[];
  /** The session's name: the same name resumes the same session. */
  session: string;
  chunkBytesMax: number;
  progress: ImportProgress;
  pollMs?: number;
}

export interface ImportResult {
  session: Session;
  /** The session was complete before: nothing was uploaded. */
  wasComplete: boolean;
  /** What the service says of single lines of the files. */
  notes: Note[];
}

/**
 * Uploads, publishes and waits for the end. Run again, it resumes where it stopped: the service compares
 * what was uploaded or imported already, and it changes nothing. Throws Failure and what the client throws.
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { client, files, chunkBytesMax, progress } = options;
  const total = { chunks: 0, rows: 0 };
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    total.chunks += 1;
    total.rows += chunk.lines.length;
  }
  progress.planned(total);
  const create = async (): Promise<Session> => {
    const body = { client_session_id: options.session };
    return (await client.post('/import_sessions', { body })).data;
  };
  let session = await create();
  if (session.status === 'undoing') throw new Failure('refused', 'The session is being undone.');
  if (session.status === 'undone') {
    await client.delete('/import_sessions/{id}', { path: { id: session.id } });
    session = await create();
  }
  const at = { path: { id: session.id } };
  const wasComplete = session.status === 'complete';
  if (!['importing', 'complete'].includes(session.status)) {
    await uploadChunks(options, session, total.chunks);
    session = (await client.post('/import_sessions/{id}/publish', at)).data;
  }
  while (session.status === 'importing') {
    progress.imported(session.progress.rows_done, session.id);
    await sleep(options.pollMs ?? 500);
    session = (await client.get('/import_sessions/{id}', at)).data;
  }
  if (session.status === 'complete') progress.imported(session.progress.rows_total, session.id);
  return { session, wasComplete, notes: await locateNotes(session, files, chunkBytesMax) };
}

async function uploadChunks(
  { client, files, chunkBytesMax, progress }: ImportOptions,
  { id, chunks }: Session,
  chunksCount: number,
): Promise<void> {
  if (chunks.some(({ sequence }) => sequence > chunksCount)) {
    const message =
      `The session has more chunks than the ${chunksCount} of these files: it was started with other files, ` +
      'or with another --chunk-mb.';
    throw new Failure('refused', message);
  }
  let rows = 0;
  for await (const { sequence, content, lines } of cutChunks(files, chunkBytesMax)) {
    const file = new File([content], `chunk-${sequence}.ndjson`, { type: 'application/x-ndjson' });
    // Complete ones too: if they were cut another way, lines would be lost, so the service refuses them.
    await client.post('/import_sessions/{id}/chunks', {
      path: { id },
      body: { sequence, file } as never,
    });
    rows += lines.length;
    progress.uploaded(rows);
  }
}
