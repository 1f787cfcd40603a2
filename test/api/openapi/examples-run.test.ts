import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { fillExampleHousehold } from '../../helpers/example-household.ts';
import { exampleRequests } from '../../helpers/examples.ts';
import type { ExampleRequest } from '../../helpers/examples.ts';
import { startScriptedProvider } from '../../helpers/scripted-provider.ts';
import type { ScriptedProvider } from '../../helpers/scripted-provider.ts';
import { startApi } from '../../helpers/start-api.ts';
import { SYNC_ENV } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const document = buildOpenApiDocument();

describe('the examples of the OpenAPI document work as written:', () => {
  const database = withDatabase();
  const env: NodeJS.ProcessEnv = { ...SYNC_ENV };
  let provider: ScriptedProvider;
  before(async () => {
    provider = await startScriptedProvider();
    provider.script([{ id: 1, name: 'Everyday', currency: 'EUR' }], []);
    env['PROVIDER_BASE_URL'] = provider.url;
  });
  after(() => provider.close());
  const api = startApi(database, { env });
  before(() => fillExampleHousehold(database, api));

  /** The ids of records that exist, by those of the examples; null where there is no such record. */
  async function findId(id: string): Promise<string | null> {
    const { list, index = 0, field = 'id' } = document['x-example-records'][id]!;
    const { data } = (await api.request('GET', list)).body;
    const valueIn = (row: any) => field.split('.').reduce((value, name) => value?.[name], row);
    const found = data.map(valueIn).filter((value: unknown) => typeof value === 'string');
    return found[index] ?? null;
  }

  /** The request with ids of records that exist, after adding some where there are none. */
  async function withRealIds(request: ExampleRequest): Promise<ExampleRequest> {
    let text = JSON.stringify(request);
    for (const id of Object.keys(document['x-example-records'])) {
      if (!text.includes(id)) continue;
      if ((await findId(id)) === null) await fillExampleHousehold(database, api);
      const real = await findId(id);
      expect(real, `no record for ${JSON.stringify(document['x-example-records'][id])}`).to.be.a(
        'string',
      );
      text = text.replaceAll(id, real!);
    }
    return JSON.parse(text);
  }

  /** How many rows each table has. */
  async function rowCounts(): Promise<object> {
    const tables = await database.sql<{ name: string }[]>`
      select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind = 'r'
      order by 1`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      counts[name] = (await database.sql`select 1 from ${database.sql(name)}`).count;
    }
    return counts;
  }

  for (const example of exampleRequests(document)) {
    if (example.method === 'POST') continue;

    it(example.name, async () => {
      const { method, url, body } = await withRealIds(example);
      const { status, text } = await api.request(method, url, { body });
      expect(status, text).to.be.within(200, 299);
    });
  }

  for (const example of exampleRequests(document)) {
    if (example.method !== 'POST') continue;

    it(`${example.name}, and sent twice at once and again it has one effect and one answer`, async () => {
      const { url, body } = await withRealIds(example);
      const headers = { 'Idempotency-Key': randomUUID() };
      const send = () => api.request('POST', url, { headers, body });
      const both = await Promise.all([send(), send()]);
      expect(both[0].status, both[0].text).to.be.within(200, 299);
      const counts = await rowCounts();
      const replayed = both.map((answer) => answer.headers.get('idempotency-replayed'));
      expect(replayed).to.have.members([null, 'true']);
      for (const answer of [both[1], await send()]) {
        expect(answer.status).to.equal(both[0].status);
        expect(answer.text).to.equal(both[0].text);
        expect(answer.headers.get('content-type')).to.equal(both[0].headers.get('content-type'));
      }
      expect(await rowCounts()).to.deep.equal(counts);
    });
  }
});
