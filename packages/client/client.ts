import { readPages, readRows } from './pages.ts';
import { createSend } from './send.ts';
import type { Call, ClientOptions } from './send.ts';
import type { Answer, AnswerOf, Arguments, ListPath, Method, PathOf, RowOf } from './types.ts';

/**
 * Calls of a service. Paths are those of the guides, such as `/rules/{id}`. A call throws an error that `isCallError` tells apart, or the
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
}

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
  } as Client;
}
