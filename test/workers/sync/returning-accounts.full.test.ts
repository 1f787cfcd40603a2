import { expect } from 'chai';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { shopRow } from '../../helpers/sync-play.ts';

const account = (id: string, over: object = {}) => {
  return {
    id,
    name: 'Everyday',
    institution_name: 'Bank',
    currency: 'EUR',
    status: 'ACTIVE',
    ...over,
  };
};
const row = (id: string | null, amount: number, over: object = {}) => {
  const date = `2025-06-0${1 + (Math.abs(amount) % 9)}`;
  return shopRow(id, amount, { date, ...over });
};
/** The same rows under ids that begin with `mark`; the last two are twins without an id. */
const rows = (mark: string) => [
  ...[-1, -2, -3, -4].map((amount) => row(`${mark}${amount}`, amount)),
  row(null, -5),
  row(null, -5),
];

describe('an account that comes back under another id', function () {
  const synced = withSyncedApi();
  const { database, api } = synced;
  let connection: { householdId: string; connectionId: string };
  const { connect } = synced;
  beforeEach(async () => (connection = await connect()));

  type Listed = [Record<string, any>, object[]];
  async function read(listed: Listed[], extra: ScriptedCall[] = []): Promise<void> {
    const calls = listed.map(([{ id }, transactions]) => {
      return { path: `/accounts/${id}/transactions`, json: { transactions }, times: 2 };
    });
    synced.provider.script(
      listed.map(([each]) => each),
      [...extra, ...calls],
    );
    await synced.harness.sync(connection);
    synced.harness.clock.advance(24 * 3600 * 1000);
  }
  const accounts = async (): Promise<any[]> => (await api.get('/api/v1/accounts')).data;
  const amounts = async (): Promise<number[]> =>
    (await api.get('/api/v1/transactions')).data
      .map(({ amount }: any) => Number(amount))
      .sort((a: number, b: number) => b - a);
  const suggestions = async (as: 'read' | 'other' = 'read'): Promise<any[]> =>
    (await api.get('/api/v1/account_suggestions', { as })).data;
  const once = [-1, -2, -3, -4, -5, -5];

  it('stays the same account when its rows show it, under new row ids, too, and a rename of ours', async () => {
    await read([[account('old'), rows('a')]]);
    const [stored] = await accounts();
    await api.request('PATCH', `/api/v1/accounts/${stored.id}`, { body: { name: 'Mine' } });
    await read([[account('new'), [...rows('b'), row('b-6', -6)]]]);
    expect(await amounts()).to.deep.equal([...once, -6]);
    const [again, ...others] = await accounts();
    expect(others).to.be.empty;
    expect(again).to.deep.include({ id: stored.id, name: 'Mine' });
    expect(again.provider).to.include({ provider_account_id: 'new', state: 'active' });
    const [sync] = (await api.get('/api/v1/syncs')).data;
    expect(sync.accounts[0].warnings.map(({ code }: any) => code)).to.deep.equal([
      'account_relinked',
    ]);
    await read([[account('new'), [...rows('b'), row('b-6', -6)]]]);
    await read([[account('old'), rows('a')]]);
    expect(await amounts()).to.deep.equal([...once, -6]);
    expect(await accounts()).to.have.length(1);
    expect(await suggestions()).to.be.empty;
  });

  it('stays the same account however many rows it has', async () => {
    const many = (mark: string) =>
      Array.from({ length: 1500 }, (_, index) =>
        row(`${mark}${index}`, -1 - index, { date: '2025-06-05' }),
      );
    await read([[account('old'), many('a')]]);
    const [stored] = await accounts();
    await read([[account('new'), many('b')]]);
    expect((await accounts()).map(({ id }) => id)).deep.equals([stored.id]);
    const { body } = await api.request('GET', '/api/v1/transactions');
    expect(body.meta.total_count).equals(1500);
  });

  it('and next to its ended form, with another key after the first connection was deleted or refused', async () => {
    await read([[account('old'), rows('a')]]);
    await read([
      [account('old', { status: 'DISCONNECTED' }), []],
      [account('new'), rows('b')],
    ]);
    await api.request('DELETE', `/api/v1/provider_connections/${connection.connectionId}`);
    connection = await connect();
    await read([[account('third'), rows('c')]]);
    await database.sql`
      update provider_connections
      set status = 'requires_update',
        status_reason = 'unauthorized'
      where id = ${connection.connectionId}`;
    connection = await connect();
    await read([[account('fourth'), rows('d')]]);
    expect(await amounts()).to.deep.equal(once);
    expect(await accounts()).to.have.length(1);
  });

  it('another account of that name and bank is another account', async () => {
    await read([[account('old'), rows('a')]]);
    const other = [-11, -12, -13, -14].map((amount) => row(`x${amount}`, amount));
    await read([[account('new'), other]]);
    expect(await accounts()).to.have.length(2);
    expect(await suggestions()).to.be.empty;
    await read([[account('third', { institution_name: 'Another bank' }), rows('a')]]);
    expect(await accounts()).to.have.length(3);
  });

  it('is suggested when there are too few rows to tell; accepting merges, dismissing keeps both', async () => {
    await read([[account('old'), rows('a').slice(0, 2)]]);
    await read([[account('new'), [...rows('b').slice(0, 2), row('b-7', -7)]]]);
    const [suggestion, ...more] = await suggestions();
    expect(more).to.be.empty;
    expect(suggestion.account.provider.provider_account_id).to.equal('new');
    expect(suggestion.candidate.provider.provider_account_id).to.equal('old');
    const path = `/api/v1/account_suggestions/${suggestion.id}`;
    expect(await suggestions('other')).to.be.empty;
    const merged = await api.answers(200, 'POST', `${path}/accept`);
    expect(merged.body.data.account.id).to.equal(suggestion.candidate.id);
    expect(await suggestions()).to.be.empty;
    await read([[account('new'), [...rows('b').slice(0, 2), row('b-7', -7)]]]);
    expect(await amounts()).to.deep.equal([-1, -2, -7]);
    await read([[account('third'), rows('c').slice(0, 2)]]);
    const [next] = await suggestions();
    const dismissed = `/api/v1/account_suggestions/${next.id}`;
    await api.answers(204, 'DELETE', dismissed);
    await api.answers(404, 'DELETE', dismissed);
    await read([[account('third'), rows('c').slice(0, 2)]]);
    expect(await suggestions()).to.be.empty;
    expect(await accounts()).to.have.length(2);
  });

  it('is suggested when its rows are the same and its name is not, or two claim to be it', async () => {
    await read([[account('old'), rows('a')]]);
    await read([[account('new', { name: 'Giro' }), rows('b')]]);
    expect(await suggestions()).to.have.length(1);
    await database.sql`delete from accounts where name = 'Giro'`;
    await read([
      [account('x'), rows('x')],
      [account('y'), rows('y')],
    ]);
    expect(
      (await suggestions()).map((each) => each.candidate.provider.provider_account_id),
    ).to.deep.equal(['old', 'old']);
    expect(await accounts()).to.have.length(3);
  });

  it('is suggested when the bank lists it beside its old self, and another account there is not', async () => {
    await read([[account('old'), rows('a')]]);
    const other = [-11, -12, -13, -14].map((amount) => row(`x${amount}`, amount));
    const both: Listed[] = [
      [account('old'), rows('a')],
      [account('new'), rows('b')],
      [account('other'), other],
      [account('few'), rows('c').slice(0, 2)],
      [account('ended', { status: 'DISCONNECTED' }), []],
    ];
    await read(both);
    expect(await accounts()).to.have.length(5);
    const [suggestion, ...more] = await suggestions();
    expect(more).to.be.empty;
    expect(suggestion.account.provider.provider_account_id).to.equal('new');
    expect(suggestion.candidate.provider.provider_account_id).to.equal('old');
    await api.answers(200, 'POST', `/api/v1/account_suggestions/${suggestion.id}/accept`);
    await read(both);
    expect(await accounts()).to.have.length(4);
  });

  for (const status of ['DISCONNECTED', 'ERROR']) {
    it(`is not joined by an empty copy while the bank lists its old self as ${status}, and suggested when that lives`, async () => {
      await read([[account('old'), rows('a')]]);
      for (let times = 0; times < 3; times += 1) {
        await read([
          [account('old', { status }), []],
          [account('new'), rows('b')],
        ]);
        expect(await accounts()).to.have.length(1);
      }
      await read([
        [account('old'), rows('a')],
        [account('new'), rows('b')],
      ]);
      const [suggestion, ...more] = await suggestions();
      expect(more).to.be.empty;
      expect(suggestion.account.provider.provider_account_id).to.equal('old');
      expect(suggestion.candidate.provider.provider_account_id).to.equal('new');
    });
  }

  it('keeps its own id when the bank is connected again and lists a similar account beside it', async () => {
    const own = [...rows('a'), row('a-6', -6)];
    await read([[account('old'), own]]);
    const [stored] = await accounts();
    const both: Listed[] = [
      [account('new'), rows('b')],
      [account('old'), [...own, row('a-7', -7)]],
    ];
    for (const end of ['deleted', 'deleted', 'refused']) {
      const path = `/api/v1/provider_connections/${connection.connectionId}`;
      if (end === 'deleted') await api.answers(204, 'DELETE', path);
      else
        await database.sql`update provider_connections set status = 'requires_update', status_reason = 'unauthorized'`;
      await database.sql`delete from accounts where id <> ${stored.id}`;
      connection = await connect();
      await read(both);
      both.reverse();
      const [again] = (await accounts()).filter(({ id }) => id === stored.id);
      expect(again.provider.connection_id).to.equal(connection.connectionId);
      expect(again.provider.provider_account_id).to.equal('old');
      expect(await amounts()).to.deep.equal([
        -1, -1, -2, -2, -3, -3, -4, -4, -5, -5, -5, -5, -6, -7,
      ]);
      expect((await suggestions()).map((each) => each.candidate.id)).to.deep.equal([stored.id]);
    }
  });

  it('waits for the next run when a limit hides its rows', async () => {
    await read([[account('old'), rows('a')]]);
    const limit = {
      path: '/accounts/new/transactions',
      status: 429,
      headers: { 'Retry-After': '3' },
    };
    await read([[account('new'), rows('b')]], [limit]);
    expect(await accounts()).to.have.length(1);
    await read([[account('new'), rows('b')]]);
    expect(await accounts()).to.have.length(1);
    expect(await amounts()).to.deep.equal(once);
  });

  it('stays deleted when a person deleted it', async () => {
    await read([
      [account('old'), rows('a')],
      [account('other', { name: 'Other' }), []],
    ]);
    const old = (await accounts()).find(({ name }) => name === 'Everyday');
    await api.answers(204, 'DELETE', `/api/v1/accounts/${old.id}`);
    for (let times = 0; times < 2; times += 1) {
      await read([
        [account('new'), rows('b')],
        [account('other', { name: 'Other' }), []],
      ]);
    }
    expect((await accounts()).map(({ name }) => name)).to.deep.equal(['Other']);
    expect(await amounts()).to.be.empty;
  });
});
