import { createClient, type Client } from '#client';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { takesAway } from '../../api/pages/operation.ts';
import { eventually } from './eventually.ts';
import { EXAMPLE_IDS, exampleRequests, findExampleRecord } from './examples.ts';

/** What became of the examples of the documentation; `doubled`: transactions that are like another one and were not before. */
interface SentExamples {
  failed: string[];
  /** Those that name a record which the household does not have. */
  unsent: string[];
  doubled: number;
}

/** How many transactions of a household are like another one of their account. */
export async function countDoubles(client: Client): Promise<number> {
  const seen = new Set<string>();
  let rows = 0;
  for await (const row of client.list('/transactions', { query: { per_page: 500 } })) {
    seen.add([row.account_id, row.date, row.amount, row.currency, row.name].join());
    rows += 1;
  }
  return rows - seen.size;
}

/** Sends each example to a service as its form at /docs does, with records of the household in place of the ids. */
export async function sendExamples(baseUrl: string, apiKey: string): Promise<SentExamples> {
  const client = createClient({ baseUrl, apiKey });
  const request = async (method: string, path: string, { body }: { body?: unknown } = {}) => {
    const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(baseUrl + path, { method, headers, ...json });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, text, body: isJson ? JSON.parse(text) : undefined } as any;
  };
  const before = await countDoubles(client);
  const sent: SentExamples = { failed: [], unsent: [], doubled: 0 };
  for (const { name, method, url, body, isOfPlatform } of exampleRequests(buildOpenApiDocument())) {
    if (isOfPlatform || takesAway({ method, path: name.split(' ')[1]! })) continue;
    let address = url;
    let text = JSON.stringify(body ?? null);
    for (const id of EXAMPLE_IDS.filter((each) => `${address} ${text}`.includes(each))) {
      const real = await findExampleRecord({ request }, id);
      if (real === null) continue;
      address = address.replaceAll(id, real);
      text = text.replaceAll(id, real);
    }
    if (EXAMPLE_IDS.some((id) => address.includes(id))) {
      sent.unsent.push(name);
      continue;
    }
    const answer = await request(method, address, {
      body: (JSON.parse(text) as unknown) ?? undefined,
    });
    if (answer.status > 299) sent.failed.push(`${name}: ${answer.status} ${answer.text}`);
  }
  sent.unsent.sort();
  await eventually(async () => {
    const { data } = await client.get('/syncs', { query: { per_page: 100 } });
    if (data.some((sync) => sync.finished_at === null)) throw new Error('a sync is at work');
  });
  sent.doubled = (await countDoubles(client)) - before;
  return sent;
}
