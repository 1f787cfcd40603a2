import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'lossless-json';
import type { SandboxUser } from '../../sandbox-provider/account.ts';
import { sendAnswer } from '../../sandbox-provider/answer.ts';
import { customAccount } from '../../sandbox-provider/custom-user.ts';
import { answerProvider } from '../../sandbox-provider/provider-routes.ts';
import { createScript, readPlan, type Plan } from '../../sandbox-provider/script.ts';
import { defaultSettings, type Settings } from '../../sandbox-provider/settings.ts';

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
  /** Starts over with these answers. */
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
  const settings: Settings = { ...defaultSettings, paging: 'none', date_filter: false };
  const bank: SandboxUser = { key: '', accounts: [] };
  const plans = createScript();
  const provider: ScriptedProvider = {
    url: '',
    seen: [],
    script(accounts, calls) {
      bank.accounts = accounts.map((listing) =>
        customAccount({ listing, balance: undefined, holdings: null, rows: [] }),
      );
      plans.clear();
      for (const call of calls) plans.add(planOf(call));
      provider.seen = [];
    },
    onRequest: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
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
    const asked = { path, query: Object.fromEntries(query), key: null };
    const planned = plans.take(asked, new Date());
    await sendAnswer(
      response,
      planned ?? answerProvider(bank, { ...asked, baseUrl: provider.url }, settings),
    );
  };
  const listen = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return { provider, listen };
}

/** As the sandbox plans it; an answer without content is an empty object. */
function planOf({ json, generate, ...call }: ScriptedCall): Plan {
  const hasContent = generate !== undefined || call.body_text !== undefined;
  return readPlan(
    parse(
      JSON.stringify({
        ...call,
        ...(hasContent ? {} : { json: json ?? {} }),
        ...(generate === undefined ? {} : { generate: { currency: 'EUR', ...generate } }),
      }),
    ),
  );
}
