/**
 * Slow clients alongside honest ones, against all of `npm start`: `npm run test:long -- slow`. A third sends its headers byte by
 * byte, a third its bodies, a third takes its answers so. SLOW_CLIENTS (300), SLOW_SECONDS (60).
 */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { withConnection } from '../../scripts/test/with-connection.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  copyCheckout,
  npmStart,
  processesOf,
  readReady,
  removeCheckout,
  untilReady,
} from '../helpers/npm-start.ts';
import type { Started } from '../helpers/npm-start.ts';
import { peakMemory } from '../helpers/peak-memory.ts';
import { createTenant } from '../helpers/start-api.ts';

const CLIENTS = Number(process.env['SLOW_CLIENTS'] ?? 300);
const SECONDS = Number(process.env['SLOW_SECONDS'] ?? 60);
const STEP_MS = 500;
const ANSWER_MAX_MS = 10_000;

/** One slow client: connects again whenever the service has had enough of it. */
function slowClient(port: number, signal: AbortSignal, begin: (socket: Socket) => void): void {
  if (signal.aborted) return;
  const socket = connectSocket(port, '127.0.0.1');
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    signal.removeEventListener('abort', end);
    setTimeout(() => slowClient(port, signal, begin), STEP_MS);
  });
  begin(socket);
}

/** Writes the text a few bytes at a time until the socket is gone. */
function trickle(socket: Socket, text: string, bytes: number): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.slice(at % text.length, (at % text.length) + bytes));
    at += bytes;
  }, STEP_MS);
  socket.once('close', () => clearInterval(timer));
  socket.resume();
}

/** Asks at once, and takes the answer a little at a time. */
function sip(socket: Socket, request: string): void {
  socket.write(request);
  const timer = setInterval(() => {
    socket.read(64);
  }, STEP_MS);
  socket.once('close', () => clearInterval(timer));
}

function kindsOf(key: string): ((socket: Socket) => void)[] {
  const head = `Host: x\r\nX-Api-Key: ${key}\r\n`;
  return [
    (socket) => {
      socket.write(`GET /api/v1/accounts HTTP/1.1\r\n${head}`);
      trickle(socket, `X-Slow: ${'x'.repeat(100)}\r\n`, 1);
    },
    (socket) => {
      socket.write(
        `POST /api/v1/imports/preflight HTTP/1.1\r\n${head}` +
          'Content-Type: application/json\r\nContent-Length: 10000000\r\n\r\n',
      );
      trickle(socket, 'x'.repeat(4096), 1024);
    },
    (socket) => sip(socket, `GET /api/v1/export HTTP/1.1\r\n${head}\r\n`),
    (socket) => {
      socket.write(
        `POST /api/v1/import_sessions HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n`,
      );
      trickle(socket, 'X-Slow: x\r\n', 1);
    },
    (socket) => {
      socket.write(
        `POST /api/v1/import_sessions HTTP/1.1\r\n${head}` +
          'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
      );
      trickle(socket, ' '.repeat(4096), 1);
    },
    (socket) => sip(socket, `GET /api/v1/openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(100)),
  ];
}

describe(`${CLIENTS} slow clients alongside honest ones, for ${SECONDS} s`, function () {
  this.timeout(SECONDS * 1000 + 900_000);
  let copy: string;
  let started: Started;

  before('start everything', async () => {
    copy = copyCheckout();
    started = npmStart(copy, { PORT: '', REDIS_URL: '' });
    await untilReady(copy, started);
  });
  after(async () => {
    if (started.child.pid !== undefined) process.kill(-started.child.pid, 'SIGINT');
    await eventually(() => expect(processesOf(copy)).to.deep.equal([]));
    removeCheckout(copy);
  });

  /** Another household's key: what one holds of the service is not the others'. */
  async function honestKey(databaseUrl: string): Promise<string> {
    const made = (sql: Sql) => createTenant({ sql }, `Honest ${randomUUID()}`);
    return (await withConnection(databaseUrl, made)).writeKey;
  }

  it('keep no one waiting, and nothing restarts', async () => {
    const ready = readReady(copy);
    const baseUrl = ready['base_url'] ?? '';
    const key = await honestKey(ready['database_url'] ?? '');
    const programs = (): number[] => processesOf(path.join(copy, 'dist')).map(({ pid }) => pid);
    const [before, web] = [
      programs(),
      processesOf(path.join(copy, 'dist/api/main.js'))[0]?.pid ?? 0,
    ];
    const memoryBefore = peakMemory(web);
    const stop = new AbortController();
    setMaxListeners(CLIENTS + 100, stop.signal);
    const kinds = kindsOf(ready['api_key'] ?? '');
    const { port } = new URL(baseUrl);
    for (let n = 0; n < CLIENTS; n += kinds.length) {
      for (const kind of kinds) slowClient(Number(port), stop.signal, kind);
    }
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      type: 'TransactionImport',
      raw_file_content: 'date,amount\n01/31/2025,4.00\n',
    });
    const asks: [string, RequestInit][] = [
      ['/api/v1/accounts', {}],
      ['/api/v1/imports/preflight', { method: 'POST', body }],
      ['/api/v1/export', {}],
      ['/readyz', {}],
    ];
    const seen: { path: string; status: number; tookMs: number }[] = [];
    const end = performance.now() + SECONDS * 1000;
    try {
      for (let n = 0; performance.now() < end; n += 1) {
        const [where, init] = asks[n % asks.length] ?? ['', {}];
        const begun = performance.now();
        const answer = await fetch(baseUrl + where, { ...init, headers });
        await answer.arrayBuffer();
        seen.push({ path: where, status: answer.status, tookMs: performance.now() - begun });
        await delay(100);
      }
    } finally {
      stop.abort();
    }
    const slowest = asks.map(([path]) => {
      const tookMs = seen.filter((answer) => answer.path === path).map((answer) => answer.tookMs);
      return `${path} ${Math.round(Math.max(...tookMs))} ms`;
    });
    // eslint-disable-next-line no-console
    console.log(
      `      ${seen.length} honest answers, slowest ${slowest.join(', ')}; ` +
        `web's peak memory ${memoryBefore ?? '?'} MB before, ${peakMemory(web) ?? '?'} MB after`,
    );
    expect(
      seen.filter(({ status, tookMs }) => status !== 200 || tookMs > ANSWER_MAX_MS),
    ).to.deep.equal([]);
    expect(programs()).to.deep.equal(before);
    expect(started.output()).not.to.include('ended unexpectedly');
  });
});
