import { setTimeout as sleep } from 'node:timers/promises';
import { cutChunks } from './cut-chunks.ts';
import type { ImportClient, SessionAnswer } from './import-client.ts';
import { RefusedError } from './api-client.ts';
import { locateNotes } from './locate-notes.ts';
import type { Note } from './locate-notes.ts';

/** Reports progress; rows are lines with content. */
export interface ImportProgress {
  planned(total: { chunks: number; rows: number }): void;
  uploaded(rows: number): void;
  imported(rows: number): void;
}

export interface ImportOptions {
  client: ImportClient;
  files: readonly string[];
  /** The session's name: the same name resumes the same session. */
  session: string;
  chunkBytesMax: number;
  progress: ImportProgress;
  pollMs?: number;
}

export interface ImportResult {
  session: SessionAnswer;
  /** The session was complete before: nothing was uploaded. */
  wasComplete: boolean;
  /** What the service says of single lines of the files. */
  notes: Note[];
}

/**
 * Uploads, publishes and waits for the end. Run again, it resumes where it stopped: the service compares
 * what was uploaded or imported already, and it changes nothing. Throws RefusedError.
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { client, files, chunkBytesMax, progress } = options;
  const total = { chunks: 0, rows: 0 };
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    total.chunks += 1;
    total.rows += chunk.lines.length;
  }
  progress.planned(total);
  let session = await client.create(options.session);
  if (session.status === 'undoing') throw new RefusedError('The session is being undone.');
  if (session.status === 'undone') {
    await client.remove(session.id);
    session = await client.create(options.session);
  }
  const wasComplete = session.status === 'complete';
  if (!['importing', 'complete'].includes(session.status)) {
    session = await uploadChunks(options, session, total.chunks);
    session = await client.publish(session.id);
  }
  while (session.status === 'importing') {
    progress.imported(session.progress.rows_done);
    await sleep(options.pollMs ?? 500);
    session = await client.show(session.id);
  }
  if (session.status === 'complete') progress.imported(session.progress.rows_total);
  return { session, wasComplete, notes: await locateNotes(session, files, chunkBytesMax) };
}

async function uploadChunks(
  { client, files, chunkBytesMax, progress }: ImportOptions,
  session: SessionAnswer,
  chunksCount: number,
): Promise<SessionAnswer> {
  if (session.chunks.some(({ sequence }) => sequence > chunksCount)) {
    throw new RefusedError(
      `The session has more chunks than the ${chunksCount} of these files: it was started with other files, ` +
        'or with another --chunk-mb.',
    );
  }
  let current = session;
  let rows = 0;
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    // Complete ones too: if they were cut another way, lines would be lost, so the service refuses them.
    current = await client.upload(session.id, chunk.sequence, chunk.content);
    rows += chunk.lines.length;
    progress.uploaded(rows);
  }
  return current;
}
