import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { renderMetrics } from './register-metrics.ts';
import type { ProcessAnswer } from '../queue/readiness.ts';

/** Answers about a process by path, such as `/livez`. They never throw. */
export type ProcessAnswers = Readonly<Record<string, () => Promise<ProcessAnswer> | ProcessAnswer>>;

/**
 * The server on which operators and monitoring query a process: the given answers, and GET /metrics for Prometheus. It has no
 * authentication: listen only where operators can reach it.
 */
export function serveProcess(
  { host, port }: { host: string; port: number },
  answers: ProcessAnswers,
): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, contentType: string, text: string): void => {
      response.writeHead(status, { 'content-type': contentType });
      response.end(text);
    };
    const sendJson = (status: number, body: object): void =>
      send(status, 'application/json', JSON.stringify(body));
    const path = request.url?.split('?')[0] ?? '';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (answer !== undefined) {
      void Promise.resolve(answer()).then(({ status, body }) => sendJson(status, body));
    } else if (path === '/metrics') {
      renderMetrics().then(
        ({ contentType, text }) => send(200, contentType, text),
        () => sendJson(503, { status: 'unavailable' }),
      );
    } else {
      sendJson(404, { error: 'not_found' });
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
