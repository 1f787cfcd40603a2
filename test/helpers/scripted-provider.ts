import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parse } from 'lossless-json';
import type { SandboxUser } from '../../sandbox-provider/account.ts';
import { sendAnswer } from '../../sandbox-provider/answer.ts';
import { customAccount } from '../../sandbox-provider/custom-user.ts';
import { answerProvider } from '../../sandbox-provider/provider-routes.ts';
import { createScript, readPlan, type Plan } from '../../sandbox-provider/script.ts';
import { defaultSettings, type Settings } from '../../sandbox-provider/settings.ts';
import { closeServer, listen } from './listen.ts';

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
}

export type ScriptedProvider = ReturnType<typeof createScriptedProvider>['provider'];

/** Has a provider as long as the block runs; call it before what asks it. */
export function withScriptedProvider(): ScriptedProvider {
  const { provider, start } = createScriptedProvider();
  before('start the scripted provider', start);
  after(() => provider.close());
  return provider;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const { provider, start } = createScriptedProvider();
  await start();
  return provider;
}

/** A provider that answers by script, then by the rules of the cases' README. */
function createScriptedProvider() {
  const settings: Settings = { ...defaultSettings, paging: 'none', date_filter: false };
  const bank: SandboxUser = { key: '', accounts: [] };
  const plans = createScript();
  const provider = {
    url: '',
    seen: [] as SeenRequest[],
    /** Starts over with these answers. */
    script(accounts: readonly Record<string, any>[], calls: readonly ScriptedCall[]): void {
      bank.accounts = accounts.map((listing) =>
        customAccount({ listing, balance: undefined, holdings: null, rows: [] }),
      );
      plans.clear();
      for (const call of calls) plans.add(planOf(call));
      provider.seen = [];
    },
    /** Called with each request before its answer; the answer waits for it. */
    onRequest: null as ((path: string) => void | Promise<void>) | null,
    close: () => closeServer(server),
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const query = new URLSearchParams(search);
    const { 'x-api-key': key, 'x-request-id': requestId } = request.headers;
    provider.seen.push({ path, query, key: key?.toString(), requestId: requestId?.toString() });
    await provider.onRequest?.(path);
    const asked = { path, query: Object.fromEntries(query), key: null };
    const planned = plans.take(asked, new Date());
    await sendAnswer(
      response,
      planned ?? answerProvider(bank, { ...asked, baseUrl: provider.url }, settings),
    );
  };
  const start = async (): Promise<void> => {
    provider.url = await listen(server);
  };
  return { provider, start };
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
