import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'lossless-json';
import { answerAdmin } from './admin-routes.ts';
import { jsonAnswer, sendAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { failure } from './fault-presets.ts';
import { answerProvider } from './provider-routes.ts';
import { currentTime } from './settings.ts';
import { createState } from './state.ts';
import type { SandboxOptions, SandboxState } from './state.ts';
import type { RequestEntry } from './traffic.ts';

/**
 * This folder stands in for another company's server. It imitates a bank-connectivity provider, shares no code with the
 * sync that reads it, and misbehaves on request.
 */
export type SandboxProvider = {
  /** Base URL of the four calls, such as http://127.0.0.1:4010/api/v1. Set once it listens. */
  url: string;
  state: SandboxState;
  /** Answers one admin request without HTTP; throws where HTTP would answer 400. */
  admin(method: string, path: string, body?: unknown): unknown;
  listen(port?: number, host?: string): Promise<SandboxProvider>;
  /** Drops open connections, including silent ones. */
  close(): Promise<void>;
};

const basePath = '/api/v1';
const adminPath = '/_admin';
const adminBodyBytes = 64 * 1024 * 1024;

/** Creates a sandbox that does not listen yet. */
export function createSandboxProvider(options: SandboxOptions = {}): SandboxProvider {
  const state = createState(options);
  const server = createServer((request, response) => {
    handle(sandbox, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.statusCode = 400;
      const message = error instanceof Error ? error.message : 'failed';
      response.end(JSON.stringify({ error: 'sandbox_error', message }));
    });
  });
  // Longer than callers keep idle connections, so that none is closed while in use.
  server.keepAliveTimeout = 65_000;
  const sandbox: SandboxProvider = {
    url: '',
    state,
    admin: (method, path, body) =>
      answerAdmin(state, method, path, parse(JSON.stringify(body ?? null))),
    async listen(port = 0, host = '127.0.0.1') {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      sandbox.url = `http://${host}:${(server.address() as AddressInfo).port}${basePath}`;
      return sandbox;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return sandbox;
}

async function handle(
  sandbox: SandboxProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/';
  const [rawPath = '/', search = ''] = target.split('?', 2);
  if (rawPath === adminPath || rawPath.startsWith(`${adminPath}/`)) {
    const text = await readBody(request);
    const body = text === '' ? null : parse(text);
    const path = rawPath.slice(adminPath.length) || '/';
    const result = answerAdmin(sandbox.state, request.method ?? 'GET', path, body);
    const answer = jsonAnswer({ status: 200, json: result });
    await sendAnswer(response, { ...answer, body: `${answer.body}\n` });
    return;
  }
  const path = rawPath.startsWith(`${basePath}/`) ? rawPath.slice(basePath.length) : rawPath;
  const query = Object.fromEntries(new URLSearchParams(search));
  const header = request.headers['x-api-key'];
  const key = typeof header === 'string' && header !== '' ? header : null;
  const entry: RequestEntry = { at: new Date().toISOString(), key, path, query, status: 0 };
  const answer = answerTo(sandbox, entry, request.method ?? 'GET');
  if (answer.fault === null || answer.fault === 'drip') {
    sandbox.state.traffic.answered(entry, answer.status);
  }
  await sendAnswer(response, answer);
}

function answerTo(sandbox: SandboxProvider, entry: RequestEntry, method: string): Answer {
  const { state } = sandbox;
  const { waitMs } = state.traffic.arrive(entry);
  const now = currentTime(state.settings);
  const answer =
    state.script.take(entry, now) ??
    (waitMs > 0 ? tooMany(waitMs) : honestAnswer(sandbox, entry, method));
  const { limit, windowMs } = state.traffic.limit();
  const rateHeaders =
    state.settings.rate_headers && limit > 0 && answer.status !== 429
      ? {
          'X-RateLimit-Limit': String(limit),
          'X-RateLimit-Remaining': String(state.traffic.remaining(entry.key)),
          'RateLimit-Policy': `${limit};w=${Math.ceil(windowMs / 1000)}`,
        }
      : {};
  return {
    ...answer,
    headers: { ...rateHeaders, ...answer.headers },
    delayMs: answer.delayMs + state.settings.latency_ms,
  };
}

function honestAnswer(sandbox: SandboxProvider, entry: RequestEntry, method: string): Answer {
  if (method !== 'GET') return failure(405, 'Method Not Allowed', 'Only GET');
  if (entry.key === null) return failure(401, 'Unauthorized', 'API key is required');
  const user = sandbox.state.users.get(entry.key);
  if (user === undefined) return failure(403, 'Forbidden', 'Invalid API key');
  const { path, query } = entry;
  return answerProvider(user, { path, query, baseUrl: sandbox.url }, sandbox.state.settings);
}

function tooMany(waitMs: number): Answer {
  const seconds = Math.ceil(waitMs / 1000);
  return failure(429, 'Too Many Requests', `Please try again in ${seconds} seconds`, {
    'Retry-After': String(seconds),
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > adminBodyBytes) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
