import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, Json } from './api-client.ts';
import { printLine } from './output.ts';

const label = 'demo data';
const settled = new Set(['complete', 'failed', 'cancelled']);

/** A small history from "another app": NDJSON, where money out of an account is positive. */
const history: readonly [type: string, data: Json][] = [
  ['Category', { id: 'c1', name: 'Eating out', color: '#e99537' }],
  ['Category', { id: 'c2', name: 'Groceries', color: '#4da568' }],
  ['Category', { id: 'c3', name: 'Income', color: '#6172f3' }],
  ['Tag', { id: 't1', name: 'reviewed' }],
  [
    'Account',
    { id: 'a1', name: 'Wallet', balance: '86.40', currency: 'EUR', accountable_type: 'Depository' },
  ],
  [
    'Transaction',
    {
      id: 'x1',
      account_id: 'a1',
      date: '2026-01-05',
      amount: '-100.00',
      currency: 'EUR',
      name: 'Cash',
    },
  ],
  [
    'Transaction',
    {
      id: 'x2',
      account_id: 'a1',
      date: '2026-01-09',
      amount: '4.20',
      currency: 'EUR',
      name: 'Kiosk',
    },
  ],
  [
    'Transaction',
    {
      id: 'x3',
      account_id: 'a1',
      date: '2026-01-17',
      amount: '9.40',
      currency: 'EUR',
      name: 'Market stall',
    },
  ],
];

function dataOf(answer: Json): Json {
  return answer['data'] as Json;
}

/** Uploads and publishes the history; resolves when a worker has imported it. */
async function importHistory(api: ApiClient, signal: AbortSignal): Promise<string> {
  const session = dataOf(
    await api.post('/import_sessions', { client_session_id: 'demo', expected_chunks: 1 }),
  );
  const path = `/import_sessions/${String(session['id'])}`;
  const lines = history.map(([type, data]) => JSON.stringify({ type, data }));
  await api.post(`${path}/chunks`, { sequence: 1, raw_file_content: `${lines.join('\n')}\n` });
  await api.post(`${path}/publish`, {});
  for (let tries = 0; tries < 100; tries += 1) {
    const status = String(dataOf(await api.get(path))['status']);
    if (settled.has(status)) return status;
    await delay(200, undefined, { signal });
  }
  return 'still importing';
}

async function categoryId(api: ApiClient, name: string): Promise<unknown> {
  const categories = (await api.get('/categories'))['data'] as Json[];
  return categories.find((category) => category['name'] === name)?.['id'];
}

/** Rules that find something among the sandbox bank's transactions. */
async function makeRules(api: ApiClient): Promise<number> {
  const wanted = [
    { name: 'Cafés are eating out', contains: 'cafe', category: 'Eating out' },
    { name: 'The grocer sells groceries', contains: 'grocer', category: 'Groceries' },
    { name: 'Payroll is income', contains: 'payroll', category: 'Income' },
  ];
  for (const { name, contains, category } of wanted) {
    await api.post('/rules', {
      name,
      resource_type: 'transaction',
      active: true,
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: contains }],
      actions: [
        { action_type: 'set_transaction_category', value: await categoryId(api, category) },
      ],
    });
  }
  return wanted.length;
}

/**
 * Fills a new demo household by way of the API: an imported session and some rules. A household
 * that has rules already is left as it is.
 */
export async function ensureDemoData(api: ApiClient, signal: AbortSignal): Promise<void> {
  const rules = (await api.get('/rules?per_page=1'))['data'] as Json[];
  if (rules.length > 0) return;
  const status = await importHistory(api, signal);
  const made = await makeRules(api);
  printLine(label, `an import session (${status}) and ${made} rules`);
}
