import { createServer } from 'node:http';
import { addDays } from '#preflight/days';
import { closeServer, listen } from '../test/helpers/listen.ts';

/** One row as the provider sends it; a tenth has no id, a twentieth is pending. */
export function benchRow(index: number, lastDay: string) {
  const idless = index % 10 === 0;
  return {
    id: idless ? null : `tx-${index}`,
    accountId: 1,
    amount: -((index % 9000) + 1) / 100,
    currency: 'EUR',
    date: addDays(lastDay, -(index % 80)),
    merchant: `Merchant ${index % 500}`,
    description: `Card purchase no. ${index}`,
    isPending: index % 20 === 1,
  };
}

/**
 * A provider that costs next to nothing: pages of `rows` rows per account are rendered once and served to everybody.
 * Every key has one account.
 */
export async function startBenchProvider(rows: number, pageRows: number, lastDay: string) {
  const pages: string[] = [];
  for (let start = 0; start < rows; start += pageRows) {
    const length = Math.min(pageRows, rows - start);
    const next = start + pageRows < rows ? `p${pages.length + 1}` : null;
    const transactions = Array.from({ length }, (_, index) => benchRow(start + index, lastDay));
    pages.push(JSON.stringify({ transactions, total: rows, next_cursor: next }));
  }
  const provider = { url: '', requests: 0, close: () => closeServer(server) };
  const server = createServer((request, response) => {
    provider.requests += 1;
    const url = new URL(request.url ?? '/', 'http://localhost');
    const page = Number(url.searchParams.get('cursor')?.slice(1) ?? 0);
    response.setHeader('content-type', 'application/json');
    if (url.pathname === '/accounts') {
      const account = { id: 1, name: 'Account', currency: 'EUR', status: 'ACTIVE' };
      response.end(JSON.stringify({ accounts: [account], total: 1 }));
    } else if (url.pathname.endsWith('/balance')) {
      response.end('{"balance":{"amount":1,"currency":"EUR"}}');
    } else if (url.pathname.endsWith('/transactions')) response.end(pages[page]);
    else {
      response.statusCode = 501;
      response.end('{"error":"Not Implemented"}');
    }
  });
  provider.url = await listen(server);
  return provider;
}
