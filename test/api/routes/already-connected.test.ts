import { expect } from 'chai';
import { insertTestConnection } from '../../helpers/sync-harness.ts';
import { answered, withApi } from '../../helpers/start-api.ts';
import { withBank } from '../../helpers/with-bank.ts';

const PATH = '/api/v1/provider_connections';
const ringKey = (id: string, byte: number): string =>
  `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe('a provider key that is connected already', () => {
  const bank = withBank({ CREDENTIALS_KEYS: `${ringKey('new', 2)},${ringKey('old', 1)}` });
  const { env } = bank;
  const { database, api } = withApi({ env });
  const post = (body: object, as: 'write' | 'other' = 'write') =>
    api.request('POST', PATH, { body, as });
  const patch = (id: string, body: object) => api.request('PATCH', `${PATH}/${id}`, { body });
  beforeEach(async () => {
    await database.sql`delete from provider_connections`;
  });

  it('POST answers 409 with that connection, blanks aside, and asks the provider nothing', async () => {
    const made = (await post({ api_key: 'the-very-same-key' })).body.data;
    bank.provider.seen.length = 0;
    const refused = await answered(409, post({ api_key: ' the-very-same-key ' }));
    expect(refused.body).to.deep.include({
      error: 'already_connected',
      details: { provider_connection_id: made.id },
    });
    expect(bank.provider.seen).to.be.empty;
    expect((await api.get(PATH)).meta.total_count).to.equal(1);
  });

  it('allow_duplicate: true connects it twice; another household may always have it', async () => {
    await post({ api_key: 'the-very-same-key' });
    await answered(201, post({ api_key: 'the-very-same-key', allow_duplicate: true }));
    await answered(201, post({ api_key: 'the-very-same-key' }, 'other'));
  });

  it('PATCH answers 409 for the key of another connection, not for its own', async () => {
    const first = (await post({ api_key: 'first-key-of-two' })).body.data;
    const second = (await post({ api_key: 'second-key-of-two' })).body.data;
    const refused = await answered(409, patch(second.id, { api_key: 'first-key-of-two' }));
    expect(refused.body.details).to.deep.equal({ provider_connection_id: first.id });
    await answered(200, patch(second.id, { api_key: 'second-key-of-two' }));
    const forced = { api_key: 'first-key-of-two', allow_duplicate: true };
    await answered(200, patch(second.id, forced));
  });

  it('a key that was replaced, or whose connection was deleted, is free again', async () => {
    const { id } = (await post({ api_key: 'a-key-to-replace' })).body.data;
    await answered(200, patch(id, { api_key: 'the-one-after-it' }));
    await answered(201, post({ api_key: 'a-key-to-replace' }));
    await answered(409, post({ api_key: 'the-one-after-it' }));
    await api.request('DELETE', `${PATH}/${id}`);
    await answered(201, post({ api_key: 'the-one-after-it' }));
  });

  it('of many at once one wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ api_key: 'everybody-wants-it' })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)!.body.data.id;
    for (const { status, body } of answers) {
      if (status === 409) expect(body.details.provider_connection_id).to.equal(winner);
    }
  });

  it('finds a key that is sealed with an older encryption key', async () => {
    const old = database.config({ CREDENTIALS_KEYS: ringKey('old', 1) });
    const { householdId } = api.tenant;
    const { sql } = database;
    const owner = await insertTestConnection({ config: old, sql }, 'a-key-of-old', householdId);
    const refused = await answered(409, post({ api_key: 'a-key-of-old' }));
    expect(refused.body.details).to.deep.equal({ provider_connection_id: owner.connectionId });
  });

  it('422 for a blank key', async () => {
    await answered(422, post({ api_key: '   ' }));
  });
});
