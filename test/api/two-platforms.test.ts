import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedBy } from '../../api/http/authenticate.ts';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { ROUTES } from '../../api/routes.ts';
import { insertDeletion } from '../../shared/households/household-deletions.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { answered, createPlatform, withApi } from '../helpers/start-api.ts';

const document: any = buildOpenApiDocument();
const OF_PLATFORMS = ROUTES.filter(({ scope }) => openedBy(scope).includes('platform'));
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('two platforms, and households of neither', () => {
  const { database, api } = withApi({
    env: { CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}` },
  });
  const apps: Record<'theirs' | 'ours', Awaited<ReturnType<typeof createApp>>> = {} as any;

  /** A platform with a household, a key of it, and the deletion of another one. */
  async function createApp(name: string) {
    const platform = await createPlatform(database, name);
    const as = { key: platform.key };
    const send = async (method: string, path: string, body?: object) => {
      const answer = await api.request(method, `/api/v1${path}`, { as, body });
      expect(answer.status, answer.text).to.be.within(200, 299);
      return answer.body?.data;
    };
    const { id: householdId } = await send('POST', '/households', { name: 'Doe' });
    const made = { name: 'Phone', scopes: ['read_write'] };
    const key = await send('POST', `/households/${householdId}/api_keys`, made);
    const gone = await insertHousehold(database.sql, 'Gone');
    const deletion = await database.sql.begin((tx) =>
      insertDeletion(tx, platform.platformId, gone.id),
    );
    const endpoint = await send('POST', '/webhook_endpoints', { url: 'https://example.com/' });
    const delivery = await send('POST', `/webhook_endpoints/${endpoint.id}/test`);
    /** Its records, by the word of their path. */
    const records: Record<string, string> = {
      households: householdId,
      household_deletions: deletion.id,
      webhook_endpoints: endpoint.id,
      webhook_deliveries: delivery.id,
    };
    return { ...platform, as, send, householdId, key, records };
  }

  before(async () => {
    apps.theirs = await createApp('Theirs');
    apps.ours = await createApp('Ours');
  });

  /** All rows that a request of ours must not touch. */
  async function stateOfTheirs(): Promise<string> {
    const { householdId, platformId } = apps.theirs;
    const rows = await database.sql`
      select to_jsonb(h) as row from households h where id = any(${[householdId, api.tenant.householdId]})
      union all select to_jsonb(k) - 'last_used_at' from api_keys k
        where household_id = any(${[householdId, api.tenant.householdId]}) or platform_id = ${platformId}
      union all select to_jsonb(u) from users u where household_id = ${householdId}
      union all select to_jsonb(d) from household_deletions d where platform_id = ${platformId}
      union all select to_jsonb(e) from webhook_endpoints e where owner_id = ${platformId}
      union all select to_jsonb(w) from webhook_deliveries w where endpoint_id in (
        select id from webhook_endpoints where owner_id = ${platformId}
      )
      order by 1`;
    return JSON.stringify(rows);
  }

  const bodyOf = (path: string, method: string): unknown =>
    document.paths[path][method].requestBody?.content['application/json']?.example;

  for (const { path, method } of OF_PLATFORMS.filter((each) => each.path.includes('{'))) {
    it(`404 to ${method.toUpperCase()} ${path} of another platform's household as of none, and nothing changes`, async () => {
      const before = await stateOfTheirs();
      const ask = (id: string, keyId: string) =>
        api.request(method.toUpperCase(), path.replace('{id}', id).replace('{key_id}', keyId), {
          as: apps.ours.as,
          body: bodyOf(path, method),
        });
      const unknown = await ask(UNKNOWN, UNKNOWN);
      const collection = path.split('/')[3] ?? '';
      const id = apps.theirs.records[collection];
      expect(id, `add a record of ${collection} to this test`).to.be.a('string');
      const tries = [
        [id!, apps.theirs.key.id],
        [api.tenant.householdId, UNKNOWN],
        [apps.ours.platformId, UNKNOWN],
        // A key of theirs below a household of ours.
        ...(path.includes('{key_id}') ? [[apps.ours.householdId, apps.theirs.key.id]] : []),
      ] as const;
      for (const [household, key] of tries) {
        const answer = await answered(404, ask(household, key));
        expect(answer.body).to.deep.equal(unknown.body);
      }
      expect(await stateOfTheirs()).to.equal(before);
    });
  }

  it('lists the records of the platform that asks alone', async () => {
    for (const [collection, own] of Object.entries(apps.ours.records)) {
      const listed = await apps.ours.send('GET', `/${collection}`);
      expect(
        listed.map(({ id }: { id: string }) => id),
        collection,
      ).to.deep.equal([own]);
    }
  });

  it('takes no cursor from another platform', async () => {
    for (const app of Object.values(apps)) await app.send('POST', '/households', { name: 'More' });
    const path = '/api/v1/households?per_page=1';
    const { body } = await api.request('GET', path, { as: apps.theirs.as });
    const next = `${path}&after=${body.meta.next_cursor}`;
    await api.answers(200, 'GET', next, { as: apps.theirs.as });
    await api.answers(422, 'GET', next, { as: apps.ours.as });
  });

  it('keeps answers of Idempotency-Key for each platform and each household apart, and sealed', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: `Once ${randomUUID()}` };
    const post = (as: { key: string }, path = '/api/v1/households', sent: object = body) =>
      api.request('POST', path, { as, headers, body: sent });
    const first = await post(apps.ours.as);
    const again = await post(apps.ours.as);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    const other = await post(apps.theirs.as);
    expect(other.headers.get('idempotency-replayed')).to.equal(null);
    expect(other.body.data.id).to.not.equal(first.body.data.id);
    await answered(201, post({ key: apps.ours.key.api_key }, '/api/v1/tags'));
    const keys = `/api/v1/households/${apps.ours.householdId}/api_keys`;
    await answered(422, post(apps.ours.as, keys, { name: 'x', scope: 'read' }));
    const secret = { 'Idempotency-Key': randomUUID() };
    const wanted = { name: 'Sealed', scope: 'read' };
    const issue = () =>
      api.request('POST', keys, { as: apps.ours.as, headers: secret, body: wanted });
    const made = await issue();
    expect((await issue()).body.data.api_key).to.equal(made.body.data.api_key);
    const [kept] = await database.sql`
      select answer from idempotency_keys where key = ${secret['Idempotency-Key']}`;
    expect(kept!['answer']).to.equal(null);
  });

  it('says in the record changes of a household which key of its platform changed it', async () => {
    const { householdId, key, send, platformId } = await createApp('Logged');
    await send('PATCH', `/households/${householdId}`, { name: 'Renamed' });
    const { body } = await api.request('GET', '/api/v1/record_changes?record_type=household', {
      as: { key: key.api_key },
    });
    const [platformKey] = await database.sql`
      select id from api_keys where platform_id = ${platformId}`;
    expect(body.data[0]).to.deep.include({
      record_id: householdId,
      api_key_id: platformKey!['id'],
    });
  });

  it('counts the requests of a platform key against its own limit', async () => {
    const { as } = await createApp('Limited');
    const { body } = await api.request('GET', '/api/v1/usage', { as });
    expect(body.api_key.scopes).to.deep.equal(['platform']);
    api.context.config = { ...api.context.config, rateLimitPerHour: 2 };
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await api.request('GET', '/api/v1/households', { as })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 429]);
    await api.answers(200, 'GET', '/api/v1/households', { as: apps.ours.as });
    api.context.config = { ...api.context.config, rateLimitPerHour: 0 };
  });
});
