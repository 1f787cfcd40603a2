import type { Client } from '#client';
import { printLine } from './output.ts';

const label = 'demo data';
const importTimeoutMs = 20_000;

type HistoryRecord = readonly [type: string, data: object];

/** Money out of an account is positive, as in every native export. */
const transaction = (id: string, date: string, amount: string, name: string): HistoryRecord => [
  'Transaction',
  { id, account_id: 'a1', date, amount, currency: 'EUR', name },
];

/** A small history from "another app". */
const history: readonly HistoryRecord[] = [
  ['Tag', { id: 't1', name: 'reviewed' }],
  [
    'Account',
    { id: 'a1', name: 'Wallet', balance: '86.40', currency: 'EUR', accountable_type: 'Depository' },
  ],
  transaction('x1', '2026-01-05', '-100.00', 'Cash'),
  transaction('x2', '2026-01-09', '4.20', 'Kiosk'),
  transaction('x3', '2026-01-17', '9.40', 'Market stall'),
];

/** Uploads and publishes the history; resolves when a worker has imported it. */
async function importHistory(api: Client, signal: AbortSignal): Promise<string> {
  const tooLong = AbortSignal.timeout(importTimeoutMs);
  const lines = history.map(([type, data]) => `${JSON.stringify({ type, data })}\n`);
  try {
    const { status } = await api.importHistory(lines.join(''), {
      clientSessionId: 'demo',
      signal: AbortSignal.any([signal, tooLong]),
    });
    return status;
  } catch (error) {
    if (tooLong.aborted) return 'still importing';
    throw error;
  }
}

/** Creates starter categories, and the merchants of the rules. Returns their ids by name. */
async function makeNames(api: Client): Promise<Map<string, string>> {
  const made = [...(await api.post('/categories/defaults')).data];
  const known = new Map<string, string>();
  for await (const { name, id } of api.list('/merchants')) known.set(name, id);
  for (const { merchant: name } of wanted) {
    if (!known.has(name))
      known.set(name, (await api.post('/merchants', { body: { name } })).data.id);
  }
  return new Map([...known, ...made.map(({ name, id }) => [name, id] as const)]);
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

async function makeRules(api: Client, ids: ReadonlyMap<string, string>): Promise<number> {
  for (const { name, contains, category, merchant } of wanted) {
    await api.post('/rules', {
      body: {
        name,
        resource_type: 'transaction',
        active: true,
        conditions: [{ condition_type: 'transaction_name', operator: 'like', value: contains }],
        actions: [
          { action_type: 'set_transaction_category', value: ids.get(category) ?? '' },
          { action_type: 'set_transaction_merchant', value: ids.get(merchant) ?? '' },
        ],
      },
    });
  }
  return wanted.length;
}

/**
 * Fills a new demo household through the API: an imported session and some rules. A household that already has rules
 * stays unchanged.
 */
export async function ensureDemoData(api: Client, signal: AbortSignal): Promise<void> {
  const { meta } = await api.get('/rules', { query: { per_page: 1 }, signal });
  if (meta.total_count > 0) return;
  const status = await importHistory(api, signal);
  const made = await makeRules(api, await makeNames(api));
  printLine(label, `an import session (${status}) and ${made} rules`);
}
