import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { closeServer, listen } from '../test/helpers/listen.ts';

/** Keys of one kind: their bank, and how long it takes to answer them. */
interface Kind {
  bank: string;
  answersInMs: number;
  /** Runs that began, each with a request for its accounts. */
  runs: number;
  /** Requests that wait for their answer, and the sum over time of how many these were. Milliseconds. */
  inFlight: number;
  inFlightMs: number;
}

export type SlowBanks = Awaited<ReturnType<typeof startSlowBanks>>;

const DATE = new Date().toISOString().slice(0, 10);
const ROW = {
  id: 'tx-1',
  amount: -1,
  currency: 'EUR',
  date: DATE,
  merchant: 'Shop',
  isPending: false,
};

export function kindOf(bank: string, answersInMs: number): Kind {
  return { bank, answersInMs, runs: 0, inFlight: 0, inFlightMs: 0 };
}

/** A provider of several banks: a key is `<kind>:<anything>` and has one account with one row. */
export async function startSlowBanks(kinds: Record<string, Kind>) {
  let countedAt = performance.now();
  const count = (): void => {
    const now = performance.now();
    for (const kind of Object.values(kinds)) kind.inFlightMs += kind.inFlight * (now - countedAt);
    countedAt = now;
  };
  /** Requests in flight of a kind, on average over the time from this call to the next. */
  function meanInFlight(name: string): () => number {
    count();
    const since = countedAt;
    const before = kinds[name]?.inFlightMs ?? 0;
    return () => {
      count();
      return ((kinds[name]?.inFlightMs ?? 0) - before) / (countedAt - since);
    };
  }
  const server = createServer((request, response) => {
    const [name = ''] = String(request.headers['x-api-key']).split(':');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const kind = kinds[name];
    const answer = async (): Promise<void> => {
      if (kind === undefined) {
        respond(response, 401, {});
        return;
      }
      count();
      kind.inFlight += 1;
      if (path === '/accounts') kind.runs += 1;
      await delay(kind.answersInMs);
      count();
      kind.inFlight -= 1;
      respond(response, ...answerTo(path, kind.bank));
    };
    void answer();
  });
  return { url: await listen(server), kinds, meanInFlight, close: () => closeServer(server) };
}

function answerTo(path: string, bank: string): [status: number, body: object] {
  const account = { id: 1, name: 'Account', institution_name: bank, currency: 'EUR' };
  if (path === '/accounts') return [200, { accounts: [account], total: 1 }];
  if (path.endsWith('/balance')) return [200, { balance: { amount: 1, currency: 'EUR' } }];
  if (path.endsWith('/transactions')) return [200, { transactions: [ROW], total: 1 }];
  return [501, { error: 'Not Implemented' }];
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
