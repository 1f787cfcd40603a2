import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays } from '#preflight/days';

/** One answer of the script, as the cases write it. */
export interface ScriptedCall {
  path: string;
  status?: number;
  json?: unknown;
  body_text?: string;
  headers?: Record<string, string>;
  fault?: 'timeout' | 'reset_mid_body';
  generate?: {
    rows: number;
    id_prefix: string;
    amount: number;
    start_date: string;
    rows_per_day: number;
    newest_first?: boolean;
  };
  /** Only a request with these parameters gets this answer. */
  query?: Record<string, string>;
  times?: number;
}

interface SeenRequest {
  path: string;
  query: URLSearchParams;
  key: string | undefined;
  requestId: string | undefined;
  at: number;
}

/** A provider that answers by script, then by the rules of the cases' README. */
export interface ScriptedProvider {
  url: string;
  seen: SeenRequest[];
  /** Starts anew with these answers. */
  script(accounts: readonly Record<string, any>[], calls: readonly ScriptedCall[]): void;
  /** Called with each request before its answer; the answer waits for it. */
  onRequest: ((path: string) => void | Promise<void>) | null;
  close(): Promise<void>;
}

/** Has a provider as long as the block runs; call it before what asks it. */
export function withScriptedProvider(): ScriptedProvider {
  const { provider, listen } = createScriptedProvider();
  before('start the scripted provider', listen);
  after(() => provider.close());
  return provider;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const { provider, listen } = createScriptedProvider();
  await listen();
  return provider;
}

function createScriptedProvider() {
  let accounts: readonly Record<string, any>[] = [];
  let queue: (ScriptedCall & { left: number })[] = [];
  const provider: ScriptedProvider = {
    url: '',
    seen: [],
    script(nextAccounts, calls) {
      accounts = nextAccounts;
      queue = calls.map((call) => ({ ...call, left: call.times ?? 1 }));
      provider.seen = [];
    },
    onRequest: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const take = (path: string, query: URLSearchParams): ScriptedCall | undefined => {
    const call = queue.find(
      (each) =>
        each.left > 0 &&
        each.path === path &&
        Object.entries(each.query ?? {}).every(([name, value]) => query.get(name) === value),
    );
    if (call !== undefined) call.left -= 1;
    return call;
  };

  const server: Server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const query = new URLSearchParams(search);
    const { 'x-api-key': key, 'x-request-id': requestId } = request.headers;
    provider.seen.push({
      path,
      query,
      key: key?.toString(),
      requestId: requestId?.toString(),
      at: Date.now(),
    });
    await provider.onRequest?.(path);
    const call = take(path, query);
    if (call?.fault === 'timeout') return;
    const { status, headers, body } = call === undefined ? fallback(path, accounts) : render(call);
    response.writeHead(status, headers);
    if (call?.fault === 'reset_mid_body') {
      response.write('{"transactions":[{"id":"a","amount":-1,');
      setTimeout(() => response.destroy(), 20);
      return;
    }
    response.end(body);
  };
  const listen = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return { provider, listen };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function render(call: ScriptedCall): Answer {
  const body =
    call.body_text ??
    JSON.stringify(call.generate === undefined ? (call.json ?? {}) : generated(call.generate));
  const headers = { 'Content-Type': 'application/json', ...call.headers };
  return { status: call.status ?? 200, headers, body };
}

function generated(recipe: NonNullable<ScriptedCall['generate']>): object {
  const rows = Array.from({ length: recipe.rows }, (_, index) => ({
    id: `${recipe.id_prefix}${index}`,
    amount: recipe.amount,
    currency: 'EUR',
    date: addDays(recipe.start_date, Math.floor(index / recipe.rows_per_day)),
    merchant: `Shop ${index % 50}`,
    description: `Purchase ${index}`,
    isPending: false,
  }));
  if (recipe.newest_first === true) rows.reverse();
  return { transactions: rows, total: rows.length };
}

function fallback(path: string, accounts: readonly Record<string, any>[]): Answer {
  const json = (status: number, body: unknown): Answer => ({
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (path === '/accounts') return json(200, { accounts, total: accounts.length });
  const [, id = '', part] = /^\/accounts\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  const account = accounts.find((each) => String(each['id']) === decodeURIComponent(id));
  if (account === undefined) return json(404, { error: 'Not Found' });
  if (part === 'balance') {
    return json(200, { balance: { amount: 100, currency: account['currency'] ?? 'USD' } });
  }
  if (part === 'transactions') return json(200, { transactions: [], total: 0 });
  return json(501, { error: 'Not Implemented' });
}
