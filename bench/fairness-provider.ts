import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A provider of several banks: a key is `<bank>:<anything>`, and each bank answers in its own time. */
export interface SlowBanks {
  url: string;
  /** Milliseconds until an answer, by bank; 0 for others. */
  answersIn: Record<string, number>;
  close(): void;
}

/** Each key has one account with one row. */
export async function startSlowBanks(): Promise<SlowBanks> {
  const banks: SlowBanks = { url: '', answersIn: {}, close: () => undefined };
  const date = new Date().toISOString().slice(0, 10);
  const row = { id: 'tx-1', amount: -1, currency: 'EUR', date, merchant: 'Shop', isPending: false };
  const server = createServer((request, response) => {
    const [bank = ''] = String(request.headers['x-api-key']).split(':');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const account = {
      id: 1,
      name: 'Account',
      institution_name: bank,
      currency: 'EUR',
      status: 'ACTIVE',
    };
    const answer = async (): Promise<void> => {
      await delay(banks.answersIn[bank] ?? 0);
      response.setHeader('content-type', 'application/json');
      if (path === '/accounts') response.end(JSON.stringify({ accounts: [account], total: 1 }));
      else if (path.endsWith('/balance')) response.end('{"balance":{"amount":1,"currency":"EUR"}}');
      else if (path.endsWith('/transactions'))
        response.end(JSON.stringify({ transactions: [row], total: 1 }));
      else {
        response.statusCode = 501;
        response.end('{"error":"Not Implemented"}');
      }
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  banks.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  banks.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return banks;
}
