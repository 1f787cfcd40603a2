import { setTimeout as sleep } from 'node:timers/promises';
import type { Chunk, SourceLine } from './cut-chunks.ts';
import { cutChunks } from './cut-chunks.ts';
import type { ImportClient, SessionAnswer } from './import-client.ts';

/** Told as the import goes on; rows are lines with content. */
export interface ImportProgress {
  planned(total: { chunks: number; rows: number }): void;
  uploaded(rows: number): void;
  imported(rows: number): void;
}

export interface ImportOptions {
  client: ImportClient;
  files: readonly string[];
  /** The session's name: the same name goes on with the same session. */
  session: string;
  chunkBytesMax: number;
  progress: ImportProgress;
  pollMs?: number;
}

export interface ImportResult {
  session: SessionAnswer;
  /** Where the fault of a failed import stands in the files, when it has a line. */
  fault: SourceLine | null;
}

/** Uploads what is missing, publishes and waits for the end. Run again, it goes on where it stopped. */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { client, files, chunkBytesMax, progress } = options;
  const total = { chunks: 0, rows: 0 };
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    total.chunks += 1;
    total.rows += chunk.lines.length;
  }
  progress.planned(total);
  let session = await client.create(options.session);
  if (!['importing', 'complete'].includes(session.status)) {
    session = await uploadChunks(options, session);
    session = await client.publish(session.id);
  }
  while (session.status === 'importing') {
    progress.imported(session.progress.rows_done);
    await sleep(options.pollMs ?? 500);
    session = await client.show(session.id);
  }
  if (session.status === 'complete') progress.imported(session.progress.rows_total);
  return { session, fault: await locateFault(options, session) };
}

async function uploadChunks(
  { client, files, chunkBytesMax, progress }: ImportOptions,
  session: SessionAnswer,
): Promise<SessionAnswer> {
  const complete = new Set(
    session.chunks.filter((chunk) => chunk.status === 'complete').map((chunk) => chunk.sequence),
  );
  let current = session;
  let rows = 0;
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    if (!complete.has(chunk.sequence)) {
      current = await client.upload(session.id, chunk.sequence, chunk.content);
    }
    rows += chunk.lines.length;
    progress.uploaded(rows);
  }
  return current;
}

/** Chunks are cut the same way again, so a line of one leads back to its file. */
async function locateFault(
  { files, chunkBytesMax }: ImportOptions,
  { error }: SessionAnswer,
): Promise<SourceLine | null> {
  const line = Number(error?.['line'] ?? 0);
  const sequence = Number(error?.['chunk_sequence'] ?? 0);
  if (line === 0 || sequence === 0) return null;
  for await (const chunk of cutChunks(files, chunkBytesMax)) {
    if (chunk.sequence === sequence) return sourceOf(chunk, line);
  }
  return null;
}

function sourceOf(chunk: Chunk, line: number): SourceLine | null {
  return chunk.lines[line - 1] ?? null;
}
