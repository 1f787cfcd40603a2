import { waitFor } from './wait.ts';
import type { Call, Send } from './send.ts';
import type { Answer, CallOptions, OptionsOf, Schemas } from './types.ts';

/** A file: as a browser has it, its bytes, or its text. */
export type Content = Blob | Bytes | string;

/** A history, or pieces of whole lines that you cut yourself: the same each time, so that an import can continue. */
export type History = Content | AsyncIterable<Bytes | string>;

type Bytes = Uint8Array<ArrayBuffer>;

/** How far an upload is: bytes while it is `uploading`, then rows. A browser does not report the bytes within one request. */
export interface UploadProgress {
  readonly step: 'uploading' | 'judging' | 'importing';
  readonly done: number;
  readonly total: number;
}

type UploadOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>;

export interface CsvOptions extends UploadOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** What people know the file by; of a File its own name. */
  readonly filename?: string | undefined;
}

/** The settings of an import: its account, its columns, whether to publish; see `POST /imports`. */
export type ImportFields = Omit<
  NonNullable<OptionsOf<'post', '/imports'>['body']>,
  'file' | 'raw_file_content'
>;

export interface HistoryOptions extends UploadOptions {
  /** Your name for the history. The same name resumes the same session. */
  readonly clientSessionId: string;
  /** Bytes of a chunk at most; of a session that is resumed, as before. Default: 4 MiB; the service takes up to 10 unless set otherwise. */
  readonly chunkBytes?: number | undefined;
  /** Bytes in all of pieces that you cut yourself. */
  readonly size?: number | undefined;
  /** Called with the progress, and the session as it is then. */
  readonly onProgress?:
    ((progress: UploadProgress, session: Schemas['ImportSession']) => void) | undefined;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const NEWLINE = 10;

/** See `Client.importCsv`. */
export async function importCsv(
  send: Send,
  content: Content,
  fields: ImportFields = {},
  { filename, onProgress, ...options }: CsvOptions = {},
): Promise<Schemas['Import']> {
  const own = content instanceof File ? content.name : 'import.csv';
  const file = new File([content], filename ?? own, { type: 'text/csv' });
  const uploaded = (done: number) => onProgress?.({ step: 'uploading', done, total: file.size });
  uploaded(0);
  if (onProgress !== undefined) reportReads(file, uploaded);
  const answer = await send('post', '/imports', { ...options, body: { ...fields, file } });
  uploaded(file.size);
  return waitFor(send, dataOf(answer) as Schemas['Import'], {
    signal: options.signal,
    onProgress: ({ status, progress }) => {
      const step = status === 'publishing' ? 'importing' : 'judging';
      onProgress?.({ step, done: progress.rows_done, total: progress.rows_total });
    },
  });
}

/** See `Client.importHistory`. */
export async function importHistory(
  send: Send,
  content: History,
  { clientSessionId, chunkBytes = CHUNK_BYTES, size = 0, onProgress, ...options }: HistoryOptions,
): Promise<Schemas['ImportSession']> {
  const isCut = typeof content === 'object' && Symbol.asyncIterator in content;
  const file = new Blob(isCut ? [] : [content]);
  const total = isCut ? size : file.size;
  const post = async (path: string, call: Call) =>
    dataOf(await send('post', path, { ...options, ...call })) as Schemas['ImportSession'];
  const open = () => post('/import_sessions', { body: { client_session_id: clientSessionId } });
  let session = await open();
  if (session.status === 'undoing') session = await waitFor(send, session, options);
  if (session.status === 'undone') {
    // A session is imported once: what was undone starts over, under the same name.
    await send('delete', '/import_sessions/{id}', { ...options, path: { id: session.id } });
    session = await open();
  }
  const path = { id: session.id };
  if (['pending', 'failed', 'cancelled'].includes(session.status)) {
    let sequence = 0;
    let done = 0;
    onProgress?.({ step: 'uploading', done, total }, session);
    for await (const piece of isCut ? content : cutByLines(file, chunkBytes)) {
      const chunk = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      sequence += 1;
      const file = new File([chunk], `chunk-${sequence}.ndjson`, { type: 'application/x-ndjson' });
      // Those that are stored as well: the service compares, takes corrected ones, and refuses what was cut another way.
      session = await post('/import_sessions/{id}/chunks', { path, body: { sequence, file } });
      done += chunk.byteLength;
      onProgress?.({ step: 'uploading', done, total }, session);
    }
    if (session.chunks.some((each) => each.sequence > sequence)) {
      throw new RangeError('The session has chunks of another file, or of another chunkBytes.');
    }
    session = await post('/import_sessions/{id}/publish', { path });
  }
  return waitFor(send, session, {
    signal: options.signal,
    onProgress(now) {
      const { rows_done: done, rows_total: total } = now.progress;
      onProgress?.({ step: 'importing', done, total }, now);
    },
  });
}

/** Reports how many bytes of a file have been read, each time that it is read as a stream: as fetch does where it is written in JavaScript. */
function reportReads(file: File, report: (bytes: number) => void): void {
  const stream = () => {
    let done = 0;
    return new ReadableStream<Bytes>({
      async pull(controller) {
        // The last bytes are reported with the answer.
        report(done);
        const piece = new Uint8Array(await file.slice(done, done + PIECE_BYTES).arrayBuffer());
        done += piece.byteLength;
        controller.enqueue(piece);
        if (done === file.size) controller.close();
      },
    });
  };
  Object.defineProperty(file, 'stream', { value: stream });
}

const dataOf = ({ body }: Answer<unknown>): unknown => (body as { data: unknown }).data;

/** Pieces of whole lines, of at most as many bytes; only one is in memory. Throws RangeError when a line is longer. */
async function* cutByLines(file: Blob, most: number): AsyncGenerator<Bytes> {
  for (let from = 0; from < file.size;) {
    const piece = new Uint8Array(await file.slice(from, from + most).arrayBuffer());
    const isLast = from + piece.byteLength === file.size;
    const end = isLast ? piece.byteLength : piece.lastIndexOf(NEWLINE) + 1;
    if (end === 0) throw new RangeError('A line is longer than chunkBytes.');
    yield piece.subarray(0, end);
    from += end;
  }
}
