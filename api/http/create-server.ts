import { randomUUID } from 'node:crypto';
import {
  createServer as createHttpServer,
  IncomingMessage,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { AppError, ERROR_CODES } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import { buildApp } from '../app.ts';
import type { ApiContext } from '../context.ts';
import { breakRequest } from './broken-requests.ts';
import { presentError } from './error-handler.ts';
import type { Started } from './health.ts';

/** How often Node checks for timed-out requests. Its default of 30 s would let them last three times as long. */
const LOOK_FOR_LATE_MS = 1_000;

/** A client that reads none of its answer for this long counts as gone. */
const UNREAD_ANSWER_MS = 60_000;

/** Creates the HTTP server of the API, not yet listening. Errors that Node would answer on its own get our body, too. */
export function createServer(context: ApiContext, starting?: Started): Server {
  const app = buildApp(context, starting);
  // We refuse requests without Host ourselves: Node's answer would have no body.
  const server = createHttpServer({
    requireHostHeader: false,
    connectionsCheckingInterval: LOOK_FOR_LATE_MS,
    ...classesOf(app),
  });
  const { bodyStallMs, bodyTimeoutMs } = context.config;
  // A client may send its body slowly, but must not hold a socket with half a header.
  server.headersTimeout = bodyStallMs;
  // The deadline of the body, which starts when we read it, expires first.
  server.requestTimeout = bodyStallMs + 2 * bodyTimeoutMs;
  // Longer than the 60 s of common load balancers, so that they close an idle connection first.
  server.keepAliveTimeout = 65_000;
  // Node bounds their bytes; of more than a number of them it would silently drop the last ones.
  server.maxHeadersCount = 0;
  // A client that does not read its answer would hold the connection forever.
  server.setTimeout(UNREAD_ANSWER_MS, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
  // The latest answer of each connection, and the one that is being served.
  const answering = new WeakMap<Duplex, ServerResponse>();
  const serving = new WeakMap<Duplex, ServerResponse>();
  allowHalfClosed(server, (socket) => serving.get(socket));
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    serving.set(req.socket, res);
    app(req, res);
  };
  server.on('request', (req, res) => {
    const before = answering.get(req.socket);
    answering.set(req.socket, res);
    closeUnread(req, res);
    // Requests of one connection are served one after another. Otherwise a client that sends hundreds and reads no
    // answers would make them pile up.
    if (before === undefined || before.writableFinished) serve(req, res);
    else {
      before.once('close', () => {
        if (!req.socket.destroyed) serve(req, res);
      });
    }
  });
  // A request with any other Expect than 100-continue is served as usual; Node would answer a bare 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const fault = describeFault(error);
    const res = answering.get(socket);
    if (res === undefined || res.writableFinished) refuse(context, socket, error, fault);
    else {
      // The parser has failed: nothing more can be read from this connection after the current answer.
      if (!res.headersSent) res.setHeader('Connection', 'close');
      res.once('finish', () => socket.end());
      if (!res.req.complete) breakRequest(res.req, fault);
    }
  });
  return server;
}

/**
 * Classes of requests and answers that have Express's prototypes from the start. Otherwise Express changes the prototype of every
 * object, V8 gives each a separate hidden class, and property lookups are never optimised.
 */
function classesOf(app: Express) {
  class ApiRequest extends IncomingMessage {}
  class ApiResponse<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(ApiRequest.prototype, app.request);
  Object.setPrototypeOf(ApiResponse.prototype, app.response);
  Object.assign(app, { request: ApiRequest.prototype, response: ApiResponse.prototype });
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}

/** Answers input that never became a request, and closes the connection. */
function refuse(
  { log }: ApiContext,
  socket: Duplex,
  error: NodeJS.ErrnoException,
  fault: AppError,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status } = ERROR_CODES[fault.code];
  const body = JSON.stringify(presentError(fault));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  log.info(`a request that cannot be parsed: ${status}`, {
    request_id: requestId,
    status,
    error: error.code ?? fault.code,
  });
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The error that the client sees when Node's parser fails or its timeout expires. */
function describeFault({ code = '' }: NodeJS.ErrnoException): AppError {
  const [named, publicMessage] = FAULTS.get(code) ?? NOT_HTTP;
  return new AppError(named, { publicMessage });
}

const FAULTS = new Map<string, [ErrorCode, string]>([
  ['HPE_HEADER_OVERFLOW', ['headers_too_large', 'The headers of the request are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request_timeout', 'The request did not arrive in time.']],
  ['HPE_INVALID_EOF_STATE', ['bad_request', 'The request ended too early.']],
]);
const NOT_HTTP = ['bad_request', 'The request is not valid HTTP.'] as const;

/** It takes two of these to reveal a client that hung up: it resets the connection at the first, so the second fails. */
const ASK_EVERY_MS = 1_000;

/**
 * Lets a client close its side of the connection after its request and wait for the answer, as HTTP allows. A client
 * that hung up looks the same until we write to it. A client that waits long is therefore sent `100 Continue`, which
 * clients of HTTP/1.1 ignore. If it is gone, the work for it ends as usual.
 *
 * `serving` returns the current answer of a connection.
 */
function allowHalfClosed(server: Server, serving: (socket: Duplex) => ServerResponse | undefined) {
  // Node has no type for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.once('end', () => {
      const timer = setInterval(() => {
        const res = serving(socket);
        if (res?.headersSent === false && res.req.httpVersion === '1.1') res.writeContinue();
      }, ASK_EVERY_MS);
      socket.once('close', () => clearInterval(timer));
    });
  });
}

/** Reading a body of up to this size and discarding it costs less than a new connection. Bytes. */
const DRAINED_BYTES_MAX = 64 * 1024;
/** How long a client has to read an answer that was sent before its body ended. Milliseconds. */
const LINGER_MS = 3_000;

/**
 * Closes the connection after an answer that is sent before the body has ended, instead of reading the rest: reading 30 MB to
 * refuse them would cost more than accepting them. The rest stays in the kernel, which makes the client wait. The socket is
 * half closed after the answer and destroyed a little later: destroying it at once would reset the connection, and a client
 * that is still sending would see the reset instead of the answer.
 */
function closeUnread(req: IncomingMessage, res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res);
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (!req.complete) {
      if (isShort(req)) req.resume();
      else hangUp(req, res);
    }
    return writeHead(...args);
  }) as typeof writeHead;
}

/** A request with neither header has no body. If it is answered at once, Node has not marked it as complete yet. */
function isShort({ headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return !isChunked && Number(headers['content-length'] ?? 0) <= DRAINED_BYTES_MAX;
}

function hangUp(req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  res.setHeader('Connection', 'close');
  // Node drains a request that was never read from.
  req.read();
  req.pause();
  // Node calls this after the last answer on a connection has been sent.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
