import { expect } from 'chai';
import { deliverEvents, DELIVERY_ENV, endSync } from '../../helpers/deliver-events.ts';
import { createPlatform, withApi, type RequestOptions } from '../../helpers/start-api.ts';
import { isSignedWith, startReceiver } from '../../helpers/webhook-receiver.ts';
import type { WebhookReceiver } from '../../helpers/webhook-receiver.ts';

const ENDPOINTS = '/api/v1/webhook_endpoints';
const DELIVERIES = '/api/v1/webhook_deliveries';

describe('webhook endpoints', () => {
  const { database, api } = withApi({ env: DELIVERY_ENV });
  let receiver: WebhookReceiver;

  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());
  beforeEach(async () => {
    await database.sql`delete from webhook_endpoints`;
    receiver.received.length = 0;
    receiver.answer = (_request, response) => void response.writeHead(204).end();
  });

  const call = async (method: string, path: string, status: number, options: RequestOptions = {}) =>
    (await api.answers(status, method, path, options)).body;
  const create = async (body: object = {}): Promise<any> =>
    (await call('POST', ENDPOINTS, 201, { body: { url: receiver.url, ...body } })).data;
  const deliver = () => deliverEvents(database);

  it('are twenty at most, of a household and of a platform, however many requests come at once', async () => {
    const { key } = await createPlatform(database, 'Many endpoints');
    for (const as of ['write', { key }] as const) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          api.request('POST', ENDPOINTS, { as, body: { url: receiver.url } }),
        ),
      );
      const made = answers.filter(({ status }) => status === 201);
      const refused = answers.filter(
        ({ status, body }) => status === 409 && body.error === 'conflict',
      );
      const busy = answers.filter(({ status }) => status === 503);
      expect(made.length).to.equal(20);
      expect(refused.length + busy.length).to.equal(30);
    }
  });

  it('have their changes in the log, by whom, with the old and the new values', async () => {
    const { id } = await create({ description: 'Old' });
    const at = `${ENDPOINTS}/${id}`;
    await call('PATCH', at, 200, { body: { description: 'New', enabled: false } });
    await call('PATCH', at, 200, { body: { description: 'New' } });
    await call('DELETE', at, 204);
    const { data } = await call('GET', `/api/v1/record_changes?record_id=${id}`, 200);
    const shown = data.map(({ record_type, action, changes }: any) => [
      record_type,
      action,
      Object.fromEntries(
        changes.map((each: any) => [each.attribute, [each.old_value, each.new_value]]),
      ),
    ]);
    expect(shown).to.deep.equal([
      [
        'webhook_endpoint',
        'deleted',
        { description: ['New', null], enabled: ['false', null], url: [receiver.url, null] },
      ],
      ['webhook_endpoint', 'updated', { description: ['Old', 'New'], enabled: ['true', 'false'] }],
      [
        'webhook_endpoint',
        'created',
        { description: [null, 'Old'], enabled: [null, 'true'], url: [null, receiver.url] },
      ],
    ]);
  });

  it('are created with a secret that is shown once and stored encrypted', async () => {
    const { secret, ...made } = await create({
      description: ' Mirror ',
      events: ['sync.completed'],
    });
    expect(secret).to.match(/^whsec_[\w+/]{43}=$/);
    expect(made).to.include({
      url: receiver.url,
      description: 'Mirror',
      enabled: true,
      notice: null,
    });
    expect((await call('GET', `${ENDPOINTS}/${made.id}`, 200, { as: 'read' })).data).to.deep.equal(
      made,
    );
    expect((await call('GET', ENDPOINTS, 200, { as: 'read' })).data).to.deep.equal([made]);
    const [row] = await database.sql`select * from webhook_secrets`;
    expect(row!['ciphertext'].toString('latin1')).not.to.include(secret);
    await endSync(database.sql, api.tenant.householdId);
    await deliver();
    expect(isSignedWith(secret, receiver.received[0]!)).to.equal(true);
  });

  it('are refused where no event may go', async () => {
    const { message } = await call('POST', ENDPOINTS, 422, { body: { url: 'http://10.0.0.1/' } });
    expect(message).to.match(/^url must /);
    await call('POST', ENDPOINTS, 422, { body: { url: receiver.url, events: ['sync.begun'] } });
    await call('POST', ENDPOINTS, 422, { body: { url: receiver.url, events: [] } });
    const { id } = await create();
    await call('PATCH', `${ENDPOINTS}/${id}`, 422, { body: { url: 'http://169.254.169.254/' } });
  });

  it('can be changed, disabled and enabled again; what waited is given up and can be replayed', async () => {
    const { id } = await create();
    const patch = async (body: object) =>
      (await call('PATCH', `${ENDPOINTS}/${id}`, 200, { body })).data;
    expect(await patch({ description: 'Other', events: ['sync.failed'] })).to.deep.include({
      description: 'Other',
      events: ['sync.failed'],
    });
    expect(await patch({ events: null })).to.deep.include({ description: 'Other', events: null });
    await endSync(database.sql, api.tenant.householdId);
    const off = await patch({ enabled: false });
    expect(off).to.include({ enabled: false, disabled_reason: 'request' });
    await endSync(database.sql, api.tenant.householdId);
    await deliver();
    expect(receiver.received).to.deep.equal([]);
    const [given, ...others] = (await call('GET', DELIVERIES, 200)).data;
    expect(others).to.deep.equal([]);
    expect(given).to.include({ status: 'failed', fault: 'endpoint_disabled', attempts: 0 });
    await call('POST', `${ENDPOINTS}/${id}/test`, 409);
    await call('POST', `${DELIVERIES}/${given.id}/replay`, 409);
    const span = { from: '2020-01-01T00:00:00Z' };
    await call('POST', `${ENDPOINTS}/${id}/replay`, 409, { body: span });
    expect(await patch({ enabled: true })).to.include({ enabled: true, disabled_reason: null });
    const replayed = await call('POST', `${ENDPOINTS}/${id}/replay`, 202, {
      body: { ...span, to: '2120-01-01T00:00:00Z' },
    });
    expect(replayed.data).to.deep.equal({ count: 1 });
    await deliver();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).to.deep.equal([given.id]);
  });

  it('say what their owner is to do when they were disabled', async () => {
    const { id } = await create();
    for (const reason of ['gone', 'failing']) {
      await database.sql`
        update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason}`;
      const { data } = await call('GET', `${ENDPOINTS}/${id}`, 200);
      expect(data).to.include({ enabled: false, disabled_reason: reason });
      expect(data.notice).to.be.a('string');
    }
  });

  it('get another secret, and for a day both sign', async () => {
    const { id, secret } = await create();
    const rotated = (await call('POST', `${ENDPOINTS}/${id}/rotate_secret`, 200)).data;
    await call('POST', `${ENDPOINTS}/${id}/test`, 202);
    await deliver();
    const [got] = receiver.received;
    expect(got!.headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+$/);
    for (const each of [secret, rotated.secret]) expect(isSignedWith(each, got!)).to.equal(true);
    const log = await call('GET', `/api/v1/record_changes?record_id=${id}`, 200);
    const [
      {
        action,
        changes: [change, ...rest],
      },
    ] = log.data;
    expect([action, change.attribute, rest]).to.deep.equal(['updated', 'secret', []]);
    expect(change.new_value).to.match(/^[\d-]{10}T[\d:]{8}Z$/);
    expect(Date.parse(change.new_value)).to.be.at.least(Date.parse(change.old_value));
    for (const each of [secret, rotated.secret]) {
      expect(JSON.stringify(log)).not.to.include(each.slice('whsec_'.length));
    }
  });

  it('are signed for by five secrets at most, so that no loop that rotates makes a header too long', async () => {
    const { id } = await create();
    let last = '';
    for (let rotation = 0; rotation < 6; rotation += 1) {
      last = (await call('POST', `${ENDPOINTS}/${id}/rotate_secret`, 200)).data.secret;
    }
    await call('POST', `${ENDPOINTS}/${id}/test`, 202);
    await deliver();
    const [got] = receiver.received;
    expect(String(got!.headers['webhook-signature']).split(' ')).to.have.length(5);
    expect(isSignedWith(last, got!)).to.equal(true);
  });

  it('that asked for a pause show when the next attempt is', async () => {
    const { id } = await create();
    receiver.answer = (_request, response) => {
      response.writeHead(503, { 'Retry-After': '1800' }).end();
    };
    const { data } = await call('POST', `${ENDPOINTS}/${id}/test`, 202);
    await deliver();
    const shown = (await call('GET', `${DELIVERIES}/${data.id}`, 200)).data;
    const pausedMs = Date.parse(shown.next_attempt_at) - Date.parse(shown.attempted_at);
    expect(pausedMs).to.be.within(1_790_000, 1_810_000);
  });

  it('are tested by an event that comes whatever they subscribe to, and shows the answer', async () => {
    const { id } = await create({ events: ['sync.failed'] });
    receiver.answer = (_request, response) => void response.writeHead(418).end();
    const { data } = await call('POST', `${ENDPOINTS}/${id}/test`, 202);
    expect(data).to.include({ type: 'webhook_endpoint.test', status: 'pending', attempts: 0 });
    await deliver();
    expect(receiver.received[0]!.event).to.deep.equal(data.payload);
    const shown = (await call('GET', `${DELIVERIES}/${data.id}`, 200, { as: 'read' })).data;
    expect(shown).to.include({ status: 'pending', attempts: 1, answer_status: 418, fault: null });
    expect(shown.attempted_at).to.be.a('string');
  });

  it('list what was sent to each, by status, and replay one', async () => {
    const [one, two] = [await create(), await create({ events: ['sync.failed'] })];
    await endSync(database.sql, api.tenant.householdId);
    await deliver();
    await endSync(database.sql, api.tenant.householdId, 'failed');
    const list = async (query: string) =>
      (await call('GET', `${DELIVERIES}?${query}`, 200, { as: 'read' })).data.map((row: any) => [
        row.webhook_endpoint_id,
        row.type,
        row.status,
      ]);
    const sent = [one.id, 'sync.completed', 'delivered'];
    const waits = [one.id, 'sync.failed', 'pending'];
    const waitsToo = [two.id, 'sync.failed', 'pending'];
    expect(await list('')).to.deep.include.members([sent, waits, waitsToo]);
    expect(await list(`webhook_endpoint_id=${one.id}`)).to.deep.equal([waits, sent]);
    expect(await list(`status=delivered`)).to.deep.equal([sent]);
    const [{ id }] = (await call('GET', `${DELIVERIES}?status=delivered`, 200)).data;
    const { data } = await call('POST', `${DELIVERIES}/${id}/replay`, 202);
    expect(data).to.include({ id, status: 'pending', attempts: 0 });
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((each) => each === id)).to.have.length(2);
  });

  it('are deleted with their secrets and deliveries', async () => {
    const { id } = await create();
    await endSync(database.sql, api.tenant.householdId);
    await call('DELETE', `${ENDPOINTS}/${id}`, 204);
    await call('GET', `${ENDPOINTS}/${id}`, 404);
    for (const table of ['webhook_secrets', 'webhook_deliveries']) {
      expect([...(await database.sql`select 1 from ${database.sql(table)}`)]).to.deep.equal([]);
    }
  });

  it('of an app get the events of all of its households, and of no other', async () => {
    const [app, rival] = [
      await createPlatform(database, 'App'),
      await createPlatform(database, 'Rival'),
    ];
    const body = { url: receiver.url };
    for (const { key } of [app, rival]) await call('POST', ENDPOINTS, 201, { as: { key }, body });
    const own = await create();
    const { householdId } = api.tenant;
    await database.sql`update households set platform_id = ${app.platformId} where id = ${householdId}`;
    await endSync(database.sql, householdId);
    await endSync(database.sql, api.other.householdId);
    const list = async (as: RequestOptions['as']) =>
      (await call('GET', DELIVERIES, 200, { as: as! })).data;
    const [delivery, ...more] = await list({ key: app.key });
    expect(more).to.deep.equal([]);
    expect(delivery.payload.data).to.include({ household_id: householdId });
    expect(await list({ key: rival.key })).to.deep.equal([]);
    expect(await list('write')).to.have.length(1);
    // Nor does one reach what is the other's.
    const { webhook_endpoint_id: id } = delivery;
    for (const as of ['write', { key: rival.key }] as const) {
      await call('GET', `${ENDPOINTS}/${id}`, 404, { as });
      await call('POST', `${ENDPOINTS}/${id}/rotate_secret`, 404, { as });
      await call('POST', `${DELIVERIES}/${delivery.id}/replay`, 404, { as });
    }
    await call('DELETE', `${ENDPOINTS}/${own.id}`, 404, { as: { key: app.key } });
    await deliver();
    expect(receiver.received).to.have.length(2);
    await database.sql`update households set platform_id = null`;
  });
});

describe('webhook endpoints without CREDENTIALS_KEYS', () => {
  const { api } = withApi({ env: { WEBHOOK_ALLOW_LOOPBACK: 'true' } });

  it('are refused, since their secrets could not be encrypted', async () => {
    const body = { url: 'https://app.test/' };
    await api.answers(503, 'POST', ENDPOINTS, { body });
  });
});
