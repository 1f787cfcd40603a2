import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { deleteHouseholdNow } from '../../../shared/households/delete-household.ts';
import { performDeleteHousehold } from '../../../workers/imports/delete-household.ts';
import { exampleRequests } from '../../helpers/examples.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { newAccount, newTransaction } from '../../helpers/rule-fixtures.ts';
import { answered, createKey, createPlatform, withApi } from '../../helpers/start-api.ts';
import { workerContext } from '../../helpers/worker-context.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('households of a platform', () => {
  const { database, api } = withApi();
  let as: { key: string };
  before(async () => {
    as = { key: (await createPlatform(database, 'Budget app')).key };
  });
  beforeEach(() => api.clock.release());

  const send = (method: string, path: string, body?: object) =>
    api.request(method, `/api/v1${path}`, { as, ...(body === undefined ? {} : { body }) });
  const made = async (path: string, body: object): Promise<any> => {
    const answer = await send('POST', path, body);
    expect(answer.status, answer.text).to.be.oneOf([201, 202]);
    return answer.body.data;
  };
  const newKey = (householdId: string, body: object) =>
    made(`/households/${householdId}/api_keys`, body);
  const statusWith = async (key: string, path = '/usage'): Promise<number> =>
    (await api.request('GET', `/api/v1${path}`, { as: { key } })).status;

  it('POST always creates: two of one name are two, each with what was sent', async () => {
    const body = { name: ' Doe ', currency: 'CHF', time_zone: 'Europe/Zurich' };
    const [one, other] = [await made('/households', body), await made('/households', body)];
    expect(one.id).to.not.equal(other.id);
    expect(one).to.include({ ...body, name: 'Doe' });
    expect(await made('/households', { name: 'Plain' })).to.include({
      currency: 'USD',
      time_zone: 'UTC',
    });
    await answered(400, send('POST', '/households', {}));
    for (const bad of [
      { name: ' ' },
      { name: 'x', currency: 'ZZZ' },
      { name: 'x', time_zone: 'Mars' },
    ]) {
      await answered(422, send('POST', '/households', bad), JSON.stringify(bad));
    }
  });

  it('GET and PATCH show and change one; the list walks by cursor', async () => {
    const { id } = await made('/households', { name: 'Roe' });
    const changed = await send('PATCH', `/households/${id}`, { name: 'Row', currency: 'EUR' });
    expect(changed.body.data).to.include({ id, name: 'Row', currency: 'EUR', time_zone: 'UTC' });
    expect((await send('GET', `/households/${id}`)).body.data).to.deep.equal(changed.body.data);
    const seen: string[] = [];
    for (let next: string | null = '/households?per_page=1'; next !== null;) {
      const { body }: any = await send('GET', next);
      seen.push(...body.data.map((each: { id: string }) => each.id));
      const { next_cursor: after } = body.meta;
      next = after === null ? null : `/households?per_page=1&after=${after}`;
    }
    const whole = (await send('GET', '/households?per_page=100')).body.data;
    expect(seen).to.deep.equal(whole.map((each: { id: string }) => each.id));
    expect(seen).to.include(id);
  });

  it('keys of a household open it with their scopes alone', async () => {
    const { id } = await made('/households', { name: 'Keys' });
    const key = await newKey(id, { name: 'Phone', scopes: ['imports', 'sync'] });
    expect(key.scopes).to.deep.equal(['imports', 'sync']);
    expect(key.scope).to.equal(null);
    expect(await statusWith(key.api_key, '/imports')).to.equal(200);
    expect(await statusWith(key.api_key, '/syncs')).to.equal(200);
    expect(await statusWith(key.api_key, '/transactions')).to.equal(403);
    expect(await statusWith(key.api_key, '/rules')).to.equal(403);
    expect(await statusWith(key.api_key, '/api_keys')).to.equal(403);
    const path = `/households/${id}/api_keys`;
    await answered(422, send('POST', path, { name: 'Phone', scope: 'read' }));
    for (const scopes of [['platform'], [], ['read', 'admin']]) {
      await answered(422, send('POST', path, { name: 'x', scopes }));
    }
    await answered(422, send('POST', path, { name: 'x' }));
    const both = { name: 'x', scope: 'read', scopes: ['read'] };
    await answered(422, send('POST', path, both));
    const { data } = (await send('GET', path)).body;
    expect(data.map((each: { id: string }) => each.id)).to.deep.equal([key.id]);
    await answered(204, send('DELETE', `${path}/${key.id}`));
    expect(await statusWith(key.api_key, '/imports')).to.equal(401);
    await answered(404, send('DELETE', `${path}/${key.id}`));
  });

  it('rotate gives a key of the same name and scopes; the old one works until the overlap ends', async () => {
    const { id } = await made('/households', { name: 'Rotated' });
    const old = await newKey(id, { name: 'Phone', scopes: ['read', 'rules'] });
    const path = `/households/${id}/api_keys/${old.id}/rotate`;
    const rotatedAt = new Date('2027-01-01T00:00:00Z');
    api.clock.set(rotatedAt);
    const next = await made(path, {});
    expect(next).to.include({ name: 'Phone', revoked_at: null });
    expect(next.scopes).to.deep.equal(old.scopes);
    expect(next.id).to.not.equal(old.id);
    await answered(409, send('POST', path, {}));
    api.clock.set(new Date(rotatedAt.getTime() + DAY_MS - 1000));
    expect([await statusWith(old.api_key), await statusWith(next.api_key)]).to.deep.equal([
      200, 200,
    ]);
    api.clock.set(new Date(rotatedAt.getTime() + DAY_MS));
    expect([await statusWith(old.api_key), await statusWith(next.api_key)]).to.deep.equal([
      401, 200,
    ]);
    const at = `/households/${id}/api_keys/${next.id}`;
    await answered(422, send('POST', `${at}/rotate`, { overlap_seconds: 8 * 86_400 }));
    const last = await made(`${at}/rotate`, { overlap_seconds: 0 });
    expect([await statusWith(next.api_key), await statusWith(last.api_key)]).to.deep.equal([
      401, 200,
    ]);
  });

  it('a rotated key can be revoked before its overlap ends', async () => {
    const { id } = await made('/households', { name: 'Lost' });
    const old = await newKey(id, { name: 'Phone', scope: 'read' });
    await made(`/households/${id}/api_keys/${old.id}/rotate`, {});
    expect(await statusWith(old.api_key)).to.equal(200);
    await answered(204, send('DELETE', `/households/${id}/api_keys/${old.id}`));
    expect(await statusWith(old.api_key)).to.equal(401);
  });

  it('a key that expires makes and rotates no key that lasts longer', async () => {
    const { id } = await made('/households', { name: 'Expiring' });
    const expires_at = '2099-01-01T00:00:00Z';
    const key = await newKey(id, { name: 'Short', scope: 'read_write', expires_at });
    const lasting = await newKey(id, { name: 'Lasting', scope: 'read_write' });
    const own = (path: string, body: object) =>
      api.request('POST', `/api/v1/api_keys${path}`, { as: { key: key.api_key }, body });
    const inherited = await own('', { name: 'a', scope: 'read' });
    expect(inherited.body.data.expires_at).to.equal(expires_at);
    for (const later of [null, '2099-01-01T00:00:01Z']) {
      const sent = { expires_at: later };
      await answered(422, own('', { name: 'b', scope: 'read', ...sent }));
      await answered(422, own(`/${lasting.id}/rotate`, sent));
    }
    const rotated = await own(`/${lasting.id}/rotate`, {});
    expect(rotated.body.data.expires_at, rotated.text).to.equal(expires_at);
    const renewed = await made(`/households/${id}/api_keys/${key.id}/rotate`, { expires_at: null });
    expect(renewed.expires_at).to.equal(null);
  });

  describe('DELETE', () => {
    const perform = async ({ id, household_id }: any) =>
      performDeleteHousehold(workerContext(database), { household_id, deletion_id: id }, jobRun());

    async function filled(): Promise<{ id: string; key: string }> {
      const { id } = await made('/households', { name: 'Doe of Lucerne' });
      const { api_key: key } = await newKey(id, { name: 'Phone', scope: 'read_write' });
      const account_id = await newAccount(database.sql, id);
      for (let n = 0; n < 3; n += 1) await newTransaction(database.sql, id, { account_id });
      return { id, key };
    }

    it('202 closes it at once, and leaves a receipt without personal data', async () => {
      const { id, key } = await filled();
      const begun = await answered(202, send('DELETE', `/households/${id}`));
      expect(begun.body.data).to.include({ household_id: id, status: 'queued', rows_deleted: 0 });
      expect(await statusWith(key)).to.equal(401);
      await answered(404, send('GET', `/households/${id}`));
      await answered(404, send('GET', `/households/${id}/api_keys`));
      await perform(begun.body.data);
      const { body, text } = await send('GET', `/household_deletions/${begun.body.data.id}`);
      expect(body.data).to.deep.include({ status: 'completed', household_id: id, error: null });
      expect(body.data.counts).to.include({ transactions: 3, accounts: 1 });
      expect(body.data.finished_at).to.be.a('string');
      expect(text).to.not.match(/Doe|Lucerne|Phone/);
      expect(await database.sql`select 1 from households where id = ${id}`).to.have.length(0);
      expect(await perform(begun.body.data)).to.equal(null);
    });

    it('sent again it answers the same run, and starts one that failed again', async () => {
      const { id } = await filled();
      const { data } = (await send('DELETE', `/households/${id}`)).body;
      expect((await send('DELETE', `/households/${id}`)).body.data.id).to.equal(data.id);
      await database.sql`
        update household_deletions
        set status = 'failed', error = '{"code": "worker_lost", "message": ""}', finished_at = now()
        where id = ${data.id}`;
      const again = (await send('DELETE', `/households/${id}`)).body.data;
      expect(again).to.include({ id: data.id, status: 'queued', error: null });
      await perform(again);
      const after = await send('DELETE', `/households/${id}`);
      expect([after.status, after.body.data.status]).to.deep.equal([202, 'completed']);
    });

    it('by its own key: only with its id, by a key for everything, and its platform has the receipt', async () => {
      const { id, key } = await filled();
      const own = (as: string, confirm: string) =>
        api.request('DELETE', `/api/v1/household?confirm=${confirm}`, { as: { key: as } });
      const { api_key: lesser } = await newKey(id, { name: 'App', scopes: ['write'] });
      await answered(403, own(lesser, id));
      await answered(422, own(key, api.tenant.householdId));
      await api.answers(422, 'DELETE', '/api/v1/household', { as: { key } });
      expect(await statusWith(key)).to.equal(200);
      const begun = await Promise.all([own(key, id), own(key, id)]);
      expect(begun.map(({ status }) => status).sort()[0]).to.equal(202);
      expect(await statusWith(key)).to.equal(401);
      const { data } = begun.find(({ status }) => status === 202)!.body;
      await perform(data);
      const receipt = (await send('GET', `/household_deletions/${data.id}`)).body.data;
      expect(receipt).to.include({ status: 'completed', household_id: id });
      expect(await database.sql`select 1 from households where id = ${id}`).to.have.length(0);
    });

    it('alongside the operator’s command deletes each row once, counts it once, and both end', async () => {
      const { id } = await filled();
      await database.sql`
        insert into transactions (household_id, account_id, date, amount, currency, name)
        select household_id, account_id, date, amount, currency, name || n
        from transactions, generate_series(1, 800) n
        where household_id = ${id}`;
      const { data } = (await send('DELETE', `/households/${id}`)).body;
      await Promise.all([perform(data), deleteHouseholdNow(database.sql, id)]);
      const receipt = (await send('GET', `/household_deletions/${data.id}`)).body.data;
      expect(receipt.status).to.equal('completed');
      expect(receipt.counts).to.include({ transactions: 2403, accounts: 1 });
      expect(await database.sql`select 1 from households where id = ${id}`).to.have.length(0);
    });

    it('a key that a request makes while the household is closed opens nothing', async () => {
      const { id, key } = await filled();
      await send('DELETE', `/households/${id}`);
      const [user] = await database.sql`select id from users where household_id = ${id}`;
      const owner = { householdId: id, userId: user!['id'] as string };
      const late = await createKey(database, owner, { scope: 'read_write' });
      expect(await statusWith(late)).to.equal(401);
      expect(await statusWith(key)).to.equal(401);
    });
  });

  describe('the examples of the document work as written:', () => {
    const document = buildOpenApiDocument();
    for (const example of exampleRequests(document).filter((each) => each.isOfPlatform)) {
      it(example.name, async () => {
        const { id } = await made('/households', { name: 'Example' });
        const key = await newKey(id, { name: 'Example', scope: 'read' });
        const gone = await made('/households', { name: 'Gone' });
        const deletion = (await send('DELETE', `/households/${gone.id}`)).body.data;
        const [, path, parts] = /^\/api\/v1(\/\w+)(.*)$/.exec(example.url) ?? [];
        const ids = [path === '/household_deletions' ? deletion.id : id, key.id];
        const url = `${path}${parts!.replaceAll(/[0-9a-f-]{36}/g, () => ids.shift())}`;
        const answer = await send(example.method, url, example.body as object | undefined);
        expect(answer.status, answer.text).to.be.within(200, 299);
      });
    }
  });
});
