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
 * Calls of a service. Paths are those of the guides, such as `/rules/{id}`. A call throws an error that `isCallError` recognises, or the
 * reason of its signal.
 */
export interface Client {
  get: <P extends PathOf<'get'>>(
    path: P,
    ...options: Arguments<'get', P>
  ) => Promise<AnswerOf<'get', P>>;
  post: <P extends PathOf<'post'>>(
    path: P,
    ...options: Arguments<'post', P>
  ) => Promise<AnswerOf<'post', P>>;
  patch: <P extends PathOf<'patch'>>(
    path: P,
    ...options: Arguments<'patch', P>
  ) => Promise<AnswerOf<'patch', P>>;
  delete: <P extends PathOf<'delete'>>(
    path: P,
    ...options: Arguments<'delete', P>
  ) => Promise<AnswerOf<'delete', P>>;
  /** The pages of a list, each read when it is asked for; `query.after` begins behind an earlier `next_cursor`. */
  pages: <P extends ListPath>(
    path: P,
    ...options: Arguments<'get', P>
  ) => AsyncGenerator<AnswerOf<'get', P>, void>;
  /** The records of a list, from the first to the last, whatever comes or goes meanwhile. */
  list: <P extends ListPath>(
    path: P,
    ...options: Arguments<'get', P>
  ) => AsyncGenerator<RowOf<P>, void>;
  /** The same with the status and headers of the answer. */
  request: <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<M, P>
  ) => Promise<Answer<AnswerOf<M, P>>>;
  /**
   * The feed of all that is written and deleted, page by page: first what there is, then what changes. It continues until you leave the loop, or
   * with `wait: 0` to the end of what is there. Stop whenever you like; the `next_cursor` that you kept continues where you were.
   */
  changes: (options?: ChangesOptions) => AsyncGenerator<FeedPage, void>;
  /**
   * Waits until no worker is at work on a sync, a rule run, an import or an import session: judged, imported or undone. Gives the run as it
   * is then; its `status` says how it ended. Bound it with a signal: a bank may make a sync wait for hours.
   */
  waitFor: <R extends Run>(run: R, options?: WaitOptions<R>) => Promise<R>;
  /** Uploads a CSV file and waits until its rows are judged, or with `publish: true` until they are in the ledger. */
  importCsv: (
    content: Content,
    fields?: ImportFields,
    options?: CsvOptions,
  ) => Promise<Schemas['Import']>;
  /**
   * Uploads a native export (NDJSON) in chunks of whole lines, publishes it and waits for its end. Called again with the same content it
   * resumes, and with corrected content where the import of it failed; what was undone is imported again. Throws RangeError when the
   * session holds chunks of another content.
   */
  importHistory: (content: History, options: HistoryOptions) => Promise<Schemas['ImportSession']>;
}

type UploadOf<Name extends 'importCsv' | 'importHistory'> = Parameters<Client[Name]>;

/** A client of the service at that address. Throws TypeError when address or key cannot be used; sends nothing yet. */
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
