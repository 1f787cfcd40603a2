import { expect } from 'chai';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { shopRow as row } from '../../helpers/sync-play.ts';
import { answered } from '../../helpers/start-api.ts';

const account = (id: number, name: string) => ({
  id,
  name,
  institution_name: 'Bank',
  currency: 'EUR',
});

describe('deleting', function () {
  const synced = withSyncedApi();
  const { database, api } = synced;
  let connection: { householdId: string; connectionId: string };

  beforeEach(async () => (connection = await synced.connect()));

  const everyday = [account(1, 'Everyday'), account(2, 'Savings')];
  async function read(rows: object[], listed: object[] = everyday): Promise<void> {
    const calls = listed.map((each: any) => ({
      path: `/accounts/${each.id}/transactions`,
      json: { transactions: each.id === 2 ? [row('s1', 5)] : rows },
      times: 2,
    }));
    synced.provider.script(listed as Record<string, any>[], calls);
    expect((await synced.harness.sync(connection)).status).to.equal('completed');
    synced.harness.clock.advance(24 * 3600 * 1000);
  }
  const list = async (): Promise<any[]> => (await api.get('/api/v1/transactions')).data;
  const names = async (): Promise<string[]> => (await list()).map((each) => each.name).sort();
  const idOf = async (amount: string): Promise<string> =>
    (await list()).find((each) => each.amount === amount).id;
  const remove = (path: string, as: 'read' | 'write' | 'other' = 'write') =>
    api.request('DELETE', path, { as });

  describe('DELETE /api/v1/transactions/{id}', () => {
    it('204, and no sync brings it back: listed again, under a new id, or without one', async () => {
      await read([row('a', -1), row('b', -2), row(null, -3)]);
      for (const amount of ['-1', '-3']) {
        const path = `/api/v1/transactions/${await idOf(amount)}`;
        await answered(204, remove(path));
        await api.answers(404, 'GET', path);
        await answered(404, remove(path));
      }
      await read([row('a', -1), row('b', -2), row(null, -3)]);
      expect(await names()).to.deep.equal(['Shop -2', 'Shop 5']);
      await read([row('a2', -1), row('b2', -2), row('c2', -3)]);
      expect(await names()).to.deep.equal(['Shop -2', 'Shop 5']);
    });

    it('a deleted pending one does not come back posted', async () => {
      await read([row('p', -9, { isPending: true })]);
      await remove(`/api/v1/transactions/${await idOf('-9')}`);
      await read([row('x', -9)]);
      expect(await names()).to.deep.equal(['Shop 5']);
    });

    it('writes a line of the change log, which can still be read, and is exported as deleted', async () => {
      await read([row('a', -1)]);
      const id = await idOf('-1');
      await remove(`/api/v1/transactions/${id}`);
      const { body } = await api.request('GET', `/api/v1/transactions/${id}/changes`);
      expect(body.data[0]).to.include({ attribute: 'removed', source: 'user', new_value: 'true' });
      const { text } = await api.request('GET', '/api/v1/export');
      const lines = text.split('\n').filter((line) => line.includes('Shop -1'));
      expect(lines.map((line) => JSON.parse(line).type)).to.deep.equal(['DeletedTransaction']);
      expect(text).to.include('Shop 5');
    });

    it('dissolves its transfer, whose other side stays as a standard one', async () => {
      await read([row('a', -5)]);
      const [out, into] = [await idOf('-5'), await idOf('5')];
      await database.sql`
        insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
        values (${api.tenant.householdId}, ${into}, ${out}, 'confirmed')`;
      await database.sql`update transactions set kind = 'funds_movement' where id in (${out}, ${into})`;
      await remove(`/api/v1/transactions/${out}`);
      const left = (await api.get(`/api/v1/transactions/${into}`)).data;
      expect(left).to.include({ kind: 'standard', transfer_id: null });
    });

    it('takes along the counterpart that a rule made, with the lines of it', async () => {
      await read([row('a', -1)]);
      const id = await idOf('-1');
      const [mirror] = await database.sql<{ id: string }[]>`
        insert into transactions (household_id, account_id, date, amount, currency, name, source, mirror_of)
        select household_id, account_id, date, 1, currency, 'Mirror', 'rule', ${id}
        from transactions
        where household_id = ${api.tenant.householdId} and amount = 5
        returning id`;
      const splits = [{ amount: '0.25' }, { amount: '0.75' }];
      await api.answers(200, 'PATCH', `/api/v1/transactions/${mirror!.id}`, { body: { splits } });
      await answered(204, remove(`/api/v1/transactions/${id}`));
      expect(await names()).to.deep.equal(['Shop 5']);
    });

    it('takes the lines of a split along; a line alone is a 409', async () => {
      await read([row('a', -1)]);
      const id = await idOf('-1');
      await database.sql`update transactions set is_split_parent = true where id = ${id}`;
      const [line] = await database.sql<{ id: string }[]>`
        insert into transactions (household_id, account_id, date, amount, currency, name, parent_id)
        select household_id, account_id, date, -1, currency, 'Part', id from transactions where id = ${id}
        returning id`;
      await answered([409, 'conflict'], remove(`/api/v1/transactions/${line!.id}`));
      await answered(204, remove(`/api/v1/transactions/${id}`));
      await api.answers(404, 'GET', `/api/v1/transactions/${line!.id}`);
    });
  });

  describe('DELETE /api/v1/accounts/{id}', () => {
    const accountId = async (name: string): Promise<string> =>
      (await api.get('/api/v1/accounts')).data.find((each: any) => each.name === name).id;

    it('204 with all that is in it; its connection does not bring it back, another one does', async () => {
      await read([row('a', -1)]);
      const path = `/api/v1/accounts/${await accountId('Everyday')}`;
      await answered(204, remove(path));
      await answered(404, remove(path));
      expect(await names()).to.deep.equal(['Shop 5']);
      await read([row('a', -1), row('b', -2)]);
      expect(await names()).to.deep.equal(['Shop 5']);
      await api.request('DELETE', `/api/v1/provider_connections/${connection.connectionId}`);
      connection = await synced.connect();
      await read([row('a', -1), row('b', -2)]);
      expect(await names()).to.deep.equal(['Shop -1', 'Shop -2', 'Shop 5']);
    });

    it('204 after its connection was deleted', async () => {
      await read([row('a', -1)]);
      await api.answers(204, 'DELETE', `/api/v1/provider_connections/${connection.connectionId}`);
      await answered(204, remove(`/api/v1/accounts/${await accountId('Everyday')}`));
      expect(await names()).to.deep.equal(['Shop 5']);
    });

    it('a long history goes in statements that each end in time', async () => {
      await read([row('a', -1)]);
      const id = await accountId('Everyday');
      await database.sql`
        insert into transactions (household_id, account_id, date, amount, currency, name, source)
        select ${api.tenant.householdId}, ${id}, '2020-01-01', n, 'EUR', 'Row ' || n, 'manual'
        from generate_series(1, 4500) n`;
      await database.sql.unsafe(`
        create table deletions (rows_count integer);
        create function note_deletion() returns trigger language plpgsql as
          'begin insert into deletions select count(*) from gone; return null; end';
        create trigger note_deletion after delete on transactions
          referencing old table as gone for each statement execute function note_deletion()`);
      await answered(204, remove(`/api/v1/accounts/${id}`));
      const [most] = await database.sql`
        select max(rows_count) as statement, sum(rows_count)::integer as total
        from deletions`;
      await database.sql.unsafe('drop function note_deletion cascade; drop table deletions');
      expect(most?.statement).to.equal(2000);
      expect(most?.total).to.equal(4501);
      expect(await names()).to.deep.equal(['Shop 5']);
    });
  });
});
