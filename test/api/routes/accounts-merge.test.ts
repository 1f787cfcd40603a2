import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { insertRow } from '../../helpers/insert-row.ts';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { shopRow as row } from '../../helpers/sync-play.ts';
import { answered } from '../../helpers/start-api.ts';

describe('POST /api/v1/accounts/{id}/merge', function () {
  const synced = withSyncedApi();
  const { database, api } = synced;
  const { connect } = synced;
  beforeEach(async () => {
    await database.sql`delete from rules`;
  });

  async function read(
    connection: Awaited<ReturnType<typeof connect>>,
    id: number,
    rows: object[],
    holdings: object[] = [],
  ): Promise<void> {
    synced.provider.script(
      [{ id, name: 'Everyday', institution_name: 'Bank', currency: 'EUR' }],
      [
        { path: `/accounts/${id}/transactions`, json: { transactions: rows }, times: 2 },
        { path: `/accounts/${id}/holdings`, json: { holdings, totalValue: 1, currency: 'EUR' } },
      ],
    );
    expect((await synced.harness.sync(connection)).status).to.equal('completed');
    synced.harness.clock.advance(8 * 24 * 3600 * 1000);
  }
  const accounts = async (): Promise<any[]> => (await api.get('/api/v1/accounts')).data;
  const list = async (): Promise<any[]> => (await api.get('/api/v1/transactions')).data;
  const amounts = async (): Promise<number[]> =>
    (await list()).map(({ amount }) => Number(amount)).sort((a, b) => a - b);
  const merge = (from: string, into: string, as: 'read' | 'write' | 'other' = 'write') =>
    api.request('POST', `/api/v1/accounts/${from}/merge`, { body: { into }, as });
  const insert = (table: string, row: object): Promise<string> =>
    insertRow(database.sql, table, api.tenant.householdId, row);
  const insertAccount = (name: string, currency: string | null = 'EUR'): Promise<string> =>
    insert('accounts', { name, currency });
  const insertEntry = (account_id: string, name: string, amount: number, date = '2025-06-01') =>
    insert('transactions', { account_id, name, amount: String(amount), date, currency: 'EUR' });

  it('one of two that the same bank brought stays, and neither connection doubles it again', async () => {
    const [first, second] = [await connect(), await connect()];
    const rows = [row('a', -1), row('b', -2), row(null, -3), row(null, -3)];
    const holding = {
      security: { name: 'Fund', tickerSymbol: 'F', currency: 'EUR' },
      quantity: 2,
      value: 9,
      currency: 'EUR',
      raw: { id: 'F' },
    };
    await read(first, 1, rows, [holding]);
    // The other connection knows the same rows under other ids, and has one more.
    await read(
      second,
      2,
      [row('x', -1), row('y', -2), row(null, -3), row(null, -3), row('z', -7)],
      [holding],
    );
    const [into, from] = await accounts();
    expect(await amounts()).to.have.length(9);
    const edited = (await list()).find(
      (each) => each.account_id === from.id && each.amount === '-2',
    );
    await api.request('PATCH', `/api/v1/transactions/${edited.id}`, {
      body: { notes: 'mine', name: 'Named' },
    });
    const { body } = await answered(200, merge(from.id, into.id));
    expect(body.data.account.id).to.equal(into.id);
    expect(body.data.transactions).to.deep.equal({ moved: 1, joined: 4 });
    expect(await amounts()).to.deep.equal([-7, -3, -3, -2, -1]);
    expect((await list()).find(({ amount }) => amount === '-2')).to.include({
      notes: 'mine',
      name: 'Named',
    });
    const { body: holdings } = await api.request('GET', '/api/v1/holdings');
    expect(holdings.valuation).to.deep.equal([{ currency: 'EUR', value: '9' }]);
    // The row that only the other one had is what this bank now lists as c.
    for (const round of [1, 2]) {
      await read(second, 2, [row('x', -1), row('z', -7)]);
      await read(first, 1, [...rows, row('c', -7)], [holding]);
      expect(await amounts(), `round ${round}`).to.deep.equal([-7, -3, -3, -2, -1]);
    }
    expect(await accounts()).to.have.length(1);
  });

  it('a dead link gives way to the one that lives, and what the bank lists then is not doubled', async () => {
    const [dead, alive] = [await connect(), await connect()];
    const rows = [row('a', -1), row(null, -3), row(null, -3)];
    await read(dead, 1, rows);
    await database.sql`
      update provider_connections set status = 'requires_update', status_reason = 'unauthorized' where id = ${dead.connectionId}`;
    await read(alive, 2, [row('n1', -1), row(null, -3), row(null, -3), row('n2', -4)]);
    const [into, from] = await accounts();
    const { body } = await merge(from.id, into.id);
    expect(body.data.account.provider).to.include({
      connection_id: alive.connectionId,
      provider_account_id: '2',
    });
    await read(alive, 2, [
      row('n1', -1),
      row(null, -3),
      row(null, -3),
      row('n2', -4),
      row(null, -5),
    ]);
    expect(await amounts()).to.deep.equal([-5, -4, -3, -3, -1]);
  });

  it('an account whose connection was deleted merges both ways', async () => {
    for (const from of [0, 1]) {
      await database.sql`delete from accounts`;
      const [gone, alive] = [await connect(), await connect()];
      await read(gone, 1, [row('a', -1), row(null, -3)]);
      await api.answers(204, 'DELETE', `/api/v1/provider_connections/${gone.connectionId}`);
      await read(alive, 2, [row('b', -1), row(null, -3)]);
      const ids = (await accounts()).map(({ id }) => id);
      const { body } = await answered(200, merge(ids[from], ids[1 - from]));
      expect(body.data.account.provider.connection_id).to.equal(alive.connectionId);
      await read(alive, 2, [row('b', -1), row(null, -3)]);
      expect(await amounts()).to.deep.equal([-3, -1]);
    }
  });

  it('an account kept by hand takes the bank’s over, and the next sync knows the rows of both', async () => {
    const connection = await connect();
    const rows = [row('a', -1), row(null, -2)];
    await read(connection, 1, rows);
    const [from] = await accounts();
    const into = await insertAccount('By hand');
    for (const amount of [-1, -2]) await insertEntry(into, `Shop ${amount}`, amount, '2025-06-09');
    const { body } = await merge(from.id, into);
    expect(body.data.transactions).to.deep.equal({ moved: 0, joined: 2 });
    for (let again = 0; again < 2; again += 1) {
      await read(connection, 1, [...rows, row('c', -3)]);
      expect(await amounts()).to.deep.equal([-3, -2, -1]);
    }
  });

  it('joins one to one, fills what the one that stays lacks, and moves the rest', async () => {
    const [from, into] = [await insertAccount('Old'), await insertAccount('New')];
    const currency = 'EUR';
    for (const each of [from, into]) await insertEntry(each, 'Coffee', -1);
    await insertEntry(from, 'coffee ', -1);
    const gone = await insertEntry(from, 'Rent', -500);
    const kept = await insertEntry(into, 'Rent', -500);
    const tag = await insert('tags', { name: randomUUID() });
    await api.request('PATCH', `/api/v1/transactions/${gone}`, {
      body: { tag_ids: [tag], notes: 'theirs' },
    });
    await api.request('PATCH', `/api/v1/transactions/${kept}`, { body: { notes: 'ours' } });
    const other = await insertAccount('Other');
    const counterpart = await insertEntry(other, 'Rent', 500);
    const sides = { inflow_transaction_id: counterpart, outflow_transaction_id: gone };
    await insert('transfers', { ...sides, status: 'confirmed' });
    for (const [each, amount] of [
      [from, '1'],
      [into, '2'],
    ] as const) {
      await insert('valuations', { account_id: each, date: '2025-01-01', amount, currency });
    }
    const opening = { date: '2024-01-01', amount: '3', kind: 'opening_anchor' };
    await insert('valuations', { account_id: from, ...opening, currency });
    await insert('balances', { account_id: from, date: '2025-01-02', balance: '3', currency });
    const security_id = await insert('securities', { name: randomUUID() });
    const trade = { security_id, name: 'Buy', date: '2025-02-01', quantity: '1', price: '10' };
    for (const account_id of [from, from, into])
      await insert('trades', { account_id, ...trade, amount: '-10', currency });
    const { body } = await merge(from, into);
    expect(body.data).to.deep.include({
      transactions: { moved: 1, joined: 2 },
      trades: { moved: 1, joined: 1 },
      valuations: { moved: 1, joined: 1 },
      balances: { moved: 1, joined: 0 },
    });
    const rent = (await api.get(`/api/v1/transactions/${kept}`)).data;
    expect(rent).to.include({ notes: 'ours', account_id: into });
    expect(rent.tag_ids).to.deep.equal([tag]);
    expect(rent.transfer_id).to.be.a('string');
    expect(rent.locked_attributes).to.have.members(['notes', 'tag_ids']);
    const changes = (await api.get(`/api/v1/transactions/${kept}/changes`)).data;
    expect(changes.map((change: any) => change.attribute)).to.include.members([
      'merged',
      'tag_ids',
      'notes',
    ]);
    const days = await database.sql`
      select date, amount, kind from valuations where account_id = ${into} order by date`;
    expect(days.map((each) => [each['date'], each['amount'], each['kind']])).to.deep.equal([
      ['2024-01-01', '3', 'opening_anchor'],
      ['2025-01-01', '2', 'reconciliation'],
    ]);
    await api.answers(404, 'GET', `/api/v1/accounts/${from}`);
    expect((await api.request('GET', '/api/v1/export')).text).to.not.include(from);
  });

  it('rules name the account that stays', async () => {
    const [from, into] = [await insertAccount('Old'), await insertAccount('New')];
    const rule = await api.answers(201, 'POST', '/api/v1/rules', {
      body: {
        name: 'Mine',
        resource_type: 'transaction',
        conditions: [
          { condition_type: 'transaction_account', operator: '=', value: from },
          { condition_type: 'transaction_name', operator: 'like', value: from },
          {
            condition_type: 'compound',
            operator: 'or',
            sub_conditions: [
              // Ids are the same in either letter case.
              { condition_type: 'transaction_account', operator: '!=', value: from.toUpperCase() },
            ],
          },
        ],
        actions: [{ action_type: 'set_as_transfer_or_payment', value: from }],
      },
    });
    await merge(from, into);
    const { body } = await api.request('GET', `/api/v1/rules/${rule.body.data.id}`);
    const [account, name, group] = body.data.conditions;
    expect(account.value).to.equal(into);
    expect(name.value, 'a text that looks like the id').to.equal(from);
    expect(group.sub_conditions[0].value).to.equal(into);
    expect(body.data.actions[0].value).to.equal(into);
    expect(group.id).to.equal(rule.body.data.conditions[2].id);
  });

  it('422 for itself and for another currency', async () => {
    const [from, into] = [await insertAccount('Old'), await insertAccount('New', 'USD')];
    await answered(422, merge(from, from));
    await answered(422, merge(from, into));
    const extra = { body: { into, from } };
    await api.answers(422, 'POST', `/api/v1/accounts/${from}/merge`, extra);
  });
});
