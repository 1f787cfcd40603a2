import { readFeed } from './feed.ts';
import type { ChangesOptions, FeedPage } from './feed.ts';
import { readPages, readRows } from './pages.ts';
import { createSend } from './send.ts';
import type { Call, ClientOptions } from './send.ts';
import type {
  Answer,
  AnswerOf,
  Arguments,
  ListPath,
  Method,
  PathOf,
  RowOf,
  Schemas,
} from './types.ts';
import { importCsv, importHistory } from './upload.ts';
import type { Content, CsvOptions, History, HistoryOptions, ImportFields } from './upload.ts';
import { waitFor } from './wait.ts';
import type { Run, WaitOptions } from './wait.ts';

/**
 * Calls to a service. Paths are as in the guides, such as `/rules/{id}`. A call throws an error that `isCallError` recognises, or the
 * reason of its signal.
 */
export interface Client {
  get: CallOf<'get'>;
  post: CallOf<'post'>;
  patch: CallOf<'patch'>;
  delete: CallOf<'delete'>;
  /** The pages of a list, each fetched when you ask for it; pass an earlier `next_cursor` as `query.after` to continue there. */
  pages: <P extends ListPath>(
    path: P,
    ...options: Arguments<'get', P>
  ) => AsyncGenerator<AnswerOf<'get', P>, void>;
  /** All records of a list; records added or deleted meanwhile cause no other record to repeat or be missed. */
  list: <P extends ListPath>(
    path: P,
    ...options: Arguments<'get', P>
  ) => AsyncGenerator<RowOf<P>, void>;
  /** Any call, with the status and headers of the answer as well. */
  request: <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<M, P>
  ) => Promise<Answer<AnswerOf<M, P>>>;
  /**
   * The change feed, page by page: first the existing records, then the changes. It continues until you leave the loop; with
   * `wait: 0` it ends when there is nothing more to read. Stop at any time; the `next_cursor` that you stored resumes where you were.
   */
  changes: (options?: ChangesOptions) => AsyncGenerator<FeedPage, void>;
  /**
   * Waits until no worker is working on a sync, rule run, import or import session: it is judged, imported or undone. Returns the run
   * as it is then; `status` says how it ended. Set a limit with a signal: a bank can make a sync wait for hours.
   */
  waitFor: <R extends Run>(run: R, options?: WaitOptions<R>) => Promise<R>;
  /** Uploads a CSV file and waits until its rows are judged or, with `publish: true`, are in the ledger. */
  importCsv: (
    content: Content,
    fields?: ImportFields,
    options?: CsvOptions,
  ) => Promise<Schemas['Import']>;
  /**
   * Uploads a native export (NDJSON) in chunks of whole lines, publishes it and waits until it ends. Call it again with the same
   * content to resume, or with corrected content after a failed import; after an undo it imports again. Throws RangeError when the
   * session has more chunks than this content, or a line does not fit into a chunk.
   */
  importHistory: (content: History, options: HistoryOptions) => Promise<Schemas['ImportSession']>;
}

type CallOf<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: Arguments<M, P>
) => Promise<AnswerOf<M, P>>;
type UploadOf<Name extends 'importCsv' | 'importHistory'> = Parameters<Client[Name]>;

/** Creates a client of the service at `baseUrl`, without sending anything. Throws TypeError when the address or key is unusable. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options);
  const bodyOf = (method: Method) => async (path: string, call?: Call) =>
    (await send(method, path, call)).body;
  return {
    get: bodyOf('get'),
    post: bodyOf('post'),
    patch: bodyOf('patch'),
    delete: bodyOf('delete'),
    request: send,
    pages: (path: string, call?: Call) => readPages(send, path, call),
    list: (path: string, call?: Call) => readRows(send, path, call),
    changes: (feed: ChangesOptions = {}) => readFeed(send, feed),
    waitFor: (run: Run, wait?: WaitOptions<Run>) => waitFor(send, run, wait),
    importCsv: (...upload: UploadOf<'importCsv'>) => importCsv(send, ...upload),
    importHistory: (...upload: UploadOf<'importHistory'>) => importHistory(send, ...upload),
  } as Client;
}
