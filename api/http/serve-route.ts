import type { Request, RequestHandler, Response } from 'express';
import { addToOrigin } from '../../shared/platform/origin.ts';
import { nameRequestSpan } from '../../shared/platform/tracing/active-span.ts';
import type { ApiContext } from '../context.ts';
import { answerOperation } from './answer-operation.ts';
import type { ServedOperation } from './answer-operation.ts';
import { authenticate, namesOf } from './authenticate.ts';
import { clientGone } from './client-gone.ts';
import { etagOf, hasTag, isKnown, jsonOf } from './etag.ts';
import { limitRate, lookUp } from './rate-limit.ts';
import { requestIdOf } from './request-id.ts';
import type { AnyRequest } from './route.ts';
import { sendStream } from './send-stream.ts';

/** Serves one route: authenticates, counts the request against its key (a 401 never counts), then answers it. */
export function serveRoute(context: ApiContext, served: ServedOperation): RequestHandler {
  const { route, shown } = served;
  const isTagged = hasTag(route, shown);
  // Assistants have a key, and pages of the console have no reason to call /mcp.
  const acceptsCookie = route.path.startsWith('/api/');
  return async (req: Request, res: Response): Promise<void> => {
    res.locals['route'] = route.path;
    nameRequestSpan(req.method, route.path);
    const caller = await lookUp(context, req, authenticate(context, req, { acceptsCookie }));
    res.locals['caller'] = caller;
    addToOrigin(namesOf(caller));
    await limitRate(context, caller.apiKeyId, res);
    const { signal, onClose } = watchClose(res);
    const answer = await answerOperation(context, served, {
      raw: req,
      caller,
      requestId: requestIdOf(res),
      get signal() {
        return signal();
      },
      onClose,
    });
    res.status(answer.status).set(answer.headers ?? {});
    if (answer.stream !== undefined) await sendStream(context.log, answer.stream, res);
    else sendJson(jsonOf(answer), isTagged, req, res);
  };
}

function sendJson(json: string | null, isTagged: boolean, req: Request, res: Response): void {
  if (json === null) return void res.end();
  // Encoded once, for both the tag and the socket.
  const bytes = Buffer.from(json);
  if (isTagged) {
    const tag = etagOf(bytes);
    res.setHeader('ETag', tag);
    if (isKnown(req, tag)) return void res.status(304).end();
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

/** `onClose` fires when the answer is sent or the client is gone, `signal` only when the client is gone. */
function watchClose(res: Response): { signal: () => AbortSignal; onClose: AnyRequest['onClose'] } {
  let gone: AbortController | undefined;
  const releases: (() => void)[] = [];
  // The client may have gone away while its key was looked up.
  let { closed } = res;
  const abortIfGone = (): void => {
    if (closed && !res.writableFinished) gone?.abort(clientGone());
  };
  res.once('close', () => {
    closed = true;
    for (const release of releases) release();
    abortIfGone();
  });
  const signal = (): AbortSignal => {
    gone ??= new AbortController();
    abortIfGone();
    return gone.signal;
  };
  const onClose = (release: () => void): void => {
    if (closed) release();
    else releases.push(release);
  };
  return { signal, onClose };
}
