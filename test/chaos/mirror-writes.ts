import type { Random } from '../../sandbox-provider/random.ts';
import { eventually } from '../helpers/eventually.ts';

export type Client = ReturnType<typeof clientOf>;

/** A client that tries again while the service is away, as any has to. */
export function clientOf(baseUrl: string, key: string) {
  let accepted = 0;
  const ask = (method: string, path: string, body?: object) =>
    eventually(
      async () => {
        const answer = await fetch(`${baseUrl}${path}`, {
          method,
          headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (answer.status >= 500) throw new Error(`${path} answered ${answer.status} ${text}`);
        if (method !== 'GET' && answer.ok) accepted += 1;
        const isJson = answer.headers.get('content-type')?.includes('application/json') ?? false;
        return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
      },
      { everyMs: 100, timeoutMs: 300_000 },
    );
  return {
    /** The whole body; throws for what is no success. */
    read: async (path: string): Promise<any> => {
      const { status, body } = await ask('GET', path);
      if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
    /** How many writes were accepted. */
    accepted: () => accepted,
    /** The data of the answer; undefined where the write was refused, as records come and go. */
    send: async (method: string, path: string, body?: object): Promise<any> =>
      (await ask(method, `/api/v1${path}`, body)).body?.data,
  };
}

export async function edit(
  http: Client,
  accounts: readonly string[],
  round: number,
  random: Random,
) {
  const tag = await http.send('POST', '/tags', { name: `Tag ${round}` });
  const merchant = await http.send('POST', '/merchants', { name: `Merchant ${round}` });
  for (let n = 0; n < 10; n += 1) {
    await http.send('POST', '/transactions', {
      account_id: accounts[n % accounts.length],
      date: '2026-03-01',
      amount: n % 2 === 0 ? `-${round}.50` : `${round}.50`,
      name: `Entry ${round}-${n}`,
      external_id: `entry-${round}-${n}`,
    });
  }
  const { data } = await http.read('/api/v1/transactions?per_page=100');
  for (let n = 0; n < 15; n += 1) {
    const one = data[random.whole(0, data.length - 1)];
    const at = `/transactions/${one.id}`;
    if (n % 5 === 0) await http.send('DELETE', at);
    else if (n % 5 === 1) {
      await http.send('PATCH', at, {
        splits: [
          { name: 'Most', amount: one.amount },
          { name: 'Nothing', amount: '0.00' },
        ],
      });
    } else {
      await http.send('PATCH', at, {
        name: `Edited ${round}-${n}`,
        tag_ids: [tag?.id].filter(Boolean),
        merchant_id: merchant?.id ?? null,
      });
    }
  }
  if (round % 2 === 0) await http.send('DELETE', `/tags/${tag?.id}`);
  if (round % 3 === 0) await http.send('DELETE', `/merchants/${merchant?.id}`);
}

export async function importAndUndo(http: Client, account: string, round: number): Promise<void> {
  const rows = Array.from(
    { length: 60 },
    (_, n) => `2026-02-${10 + (n % 18)},-${n + 1}.10,File ${n}`,
  );
  const made = await http.send('POST', '/imports', {
    type: 'TransactionImport',
    account_id: account,
    raw_file_content: `date,amount,name\n${rows.map((row) => `${row} ${round}\n`).join('')}`,
    date_format: '%Y-%m-%d',
    client_import_id: `import-${round}`,
  });
  await http.send('POST', `/imports/${made?.id}/publish`, {});
  if (round % 2 === 0) {
    const { data } = await http.read('/api/v1/imports?status=complete');
    const [latest] = data;
    if (latest !== undefined) await http.send('POST', `/imports/${latest.id}/undo`);
  }
}

export async function importSession(http: Client, round: number): Promise<void> {
  const made = await http.send('POST', '/import_sessions', {
    client_session_id: `session-${round}`,
    expected_chunks: 1,
  });
  const records = [
    ['Account', { id: 'a', name: `Native ${round}`, currency: 'EUR' }],
    ...Array.from({ length: 30 }, (_, n) => [
      'Transaction',
      { id: `t${n}`, account_id: 'a', date: '2026-01-15', amount: `${n}.20`, name: `Native ${n}` },
    ]),
  ];
  const lines = records.map(([type, data]) => JSON.stringify({ type, data }));
  const at = `/import_sessions/${made?.id}`;
  await http.send('POST', `${at}/chunks`, { sequence: 1, raw_file_content: lines.join('\n') });
  await http.send('POST', `${at}/publish`);
  if (round % 2 === 1) {
    const { data } = await http.read('/api/v1/import_sessions?status=complete');
    const [latest] = data;
    if (latest !== undefined) await http.send('POST', `/import_sessions/${latest.id}/undo`);
  }
}

export async function sync(http: Client, connection: string): Promise<void> {
  await http.send('POST', `/provider_connections/${connection}/syncs`);
}

export async function moveAccounts(http: Client, round: number): Promise<void> {
  const ids: string[] = [];
  for (const name of ['From', 'Into', 'Gone']) {
    const account = await http.send('POST', '/accounts', {
      name: `${name} ${round}`,
      currency: 'EUR',
    });
    if (account === undefined) return;
    ids.push(account.id);
    for (let n = 0; n < 5; n += 1) {
      await http.send('POST', '/transactions', {
        account_id: account.id,
        date: '2026-03-02',
        amount: `-${n + 1}.00`,
        name: `Of ${name} ${n}`,
      });
    }
  }
  const [from, into, gone] = ids;
  await http.send('POST', `/accounts/${from}/merge`, { into });
  await http.send('DELETE', `/accounts/${gone}`);
}
