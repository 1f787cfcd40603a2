import { statSync } from 'node:fs';
import { isCallError } from '#client';
import type { Client, Schemas, UploadProgress } from '#client';
import { Failure } from '../failure.ts';
import { cutChunks } from './cut-chunks.ts';
import { locateNotes } from './locate-notes.ts';

type Session = Schemas['ImportSession'];

export interface ImportOptions {
  client: Client;
  files: readonly string[];
  /** The session's name: the same name resumes the same session. */
  session: string;
  chunkBytesMax: number;
  onProgress?: (progress: UploadProgress, session: Session) => void;
}

export type ImportResult = Awaited<ReturnType<typeof runImport>>;

/**
 * Uploads, publishes and waits for the end. Called again, it resumes where it stopped. Throws Failure and what the client throws.
 */
export async function runImport(options: ImportOptions) {
  const { client, files, chunkBytesMax, onProgress } = options;
  let first: string | undefined;
  const session = await client
    .importHistory(contentsOf(files, chunkBytesMax), {
      clientSessionId: options.session,
      size: files.reduce((sum, file) => sum + statSync(file).size, 0),
      onProgress(progress, now) {
        first ??= now.status;
        onProgress?.(progress, now);
      },
    })
    .catch((error: unknown) => {
      const isOther = error instanceof RangeError || (isCallError(error) && error.status === 409);
      if (!isOther) throw error;
      const why = 'It was started with other files, or with another --chunk-mb.';
      throw new Failure('refused', `${error.message} ${why}`);
    });
  return {
    session,
    /** The session was already complete: nothing was uploaded. */
    wasComplete: first === 'complete',
    /** What the service says about single lines of the files. */
    notes: await locateNotes(session, files, chunkBytesMax),
  };
}

async function* contentsOf(files: readonly string[], bytesMax: number): AsyncGenerator<string> {
  for await (const { content } of cutChunks(files, bytesMax)) yield content;
}
