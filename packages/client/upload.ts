import { waitFor } from './wait.ts';
import type { Call, Send } from './send.ts';
import type { Answer, CallOptions, OptionsOf, Schemas } from './types.ts';

/** A file: a browser's Blob or File, its bytes, or its text. */
export type Content = Blob | Bytes | string;

/** A history, or chunks of whole lines that you cut yourself. Cut them the same way each time, so that an import can resume. */
export type History = Content | AsyncIterable<Bytes | string>;

type Bytes = Uint8Array<ArrayBuffer>;

/** The progress of an upload: in bytes while `uploading`, then in rows. A browser does not report bytes within a request. */
export interface UploadProgress {
  readonly step: 'uploading' | 'judging' | 'importing';
  readonly done: number;
  readonly total: number;
}

type UploadOptions = Pick<CallOptions, 'signal' | 'timeoutMs'>;

export interface CsvOptions extends UploadOptions {
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** The name that people know the file by. Default: the name of a File, else `import.csv`. */
  readonly filename?: string | undefined;
}

/** The settings of an import, such as its account, its columns and whether to publish; see `POST /imports`. */
export type ImportFields = Omit<
  NonNullable<OptionsOf<'post', '/imports'>['body']>,
  'file' | 'raw_file_content'
>;

export interface HistoryOptions extends UploadOptions {
  /** Your name for the history. The same name resumes the same session. */
  readonly clientSessionId: string;
  /** Largest chunk in bytes; to resume a session, use the same value. Default: 4 MiB; the service's own default limit is 10 MiB. */
  readonly chunkBytes?: number | undefined;
  /** Total bytes of the chunks that you cut yourself, for the progress. */
  readonly size?: number | undefined;
  /** Called with the progress and the session's current state. */
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
    // A session is imported only once: after an undo, a new one starts under the same name.
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
      // Stored chunks are sent again, too: the service compares them, accepts corrected ones, and refuses ones cut differently.
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

/** Reports how many bytes have been read whenever the file is read as a stream, as implementations of fetch in JavaScript do. */
function reportReads(file: File, report: (bytes: number) => void): void {
  const stream = () => {
    let done = 0;
    return new ReadableStream<Bytes>({
      async pull(controller) {
        // The last bytes are reported when the answer arrives.
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

/** Cuts a file into chunks of whole lines of at most `most` bytes, one in memory at a time. Throws RangeError for a longer line. */
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
