import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, Json } from './api-client.ts';
import { printLine } from './output.ts';

const label = 'demo data';
const settled = new Set(['complete', 'failed', 'cancelled']);

/** A small history from "another app": NDJSON, where money out of an account is positive. */
const history: readonly [type: string, data: Json][] = [
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

/** Starter categories, and the merchants of the rules. Returns their ids by name. */
async function makeNames(api: ApiClient): Promise<Map<unknown, unknown>> {
  const made = (await api.post('/categories/defaults', {}))['data'] as Json[];
  const known = (await api.get('/merchants?per_page=100'))['data'] as Json[];
  for (const { merchant: name } of wanted) {
    const found = known.find((each) => each['name'] === name);
    made.push(found ?? dataOf(await api.post('/merchants', { name })));
  }
  return new Map(made.map((each) => [each['name'], each['id']]));
}

/** What rules find among the sandbox bank's transactions. */
const wanted = [
  { name: 'Cafés are eating out', contains: 'cafe', category: 'Eating out', merchant: 'Café' },
  {
    name: 'The grocer sells groceries',
    contains: 'grocer',
    category: 'Groceries',
    merchant: 'Grocer',
  },
  { name: 'Payroll is a salary', contains: 'payroll', category: 'Salary', merchant: 'Employer' },
];

async function makeRules(api: ApiClient, ids: Map<unknown, unknown>): Promise<number> {
  for (const { name, contains, category, merchant } of wanted) {
    await api.post('/rules', {
      name,
      resource_type: 'transaction',
      active: true,
      conditions: [{ condition_type: 'transaction_name', operator: 'like', value: contains }],
      actions: [
        { action_type: 'set_transaction_category', value: ids.get(category) },
        { action_type: 'set_transaction_merchant', value: ids.get(merchant) },
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
  const made = await makeRules(api, await makeNames(api));
  printLine(label, `an import session (${status}) and ${made} rules`);
}
