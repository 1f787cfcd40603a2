import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { importChunks } from '../../helpers/import-sessions.ts';
import { newAccount } from '../../helpers/rule-fixtures.ts';
import { createTenant, withApi, type TestTenant } from '../../helpers/start-api.ts';

describe('balances by day', () => {
  const { database, api } = withApi();
  let tenant: TestTenant;
  let today: string;

  beforeEach(async () => {
    tenant = await createTenant(database, randomUUID());
    today = api.clock.now().toISOString().slice(0, 10);
  });
  const send = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await api.request(method, `/api/v1${path}`, {
      as: { key: tenant.writeKey },
      body,
    });
    expect(answer.status, answer.text).to.be.within(200, 299);
    return answer.body;
  };
  const account = async (more: object = {}): Promise<string> =>
    (
      await send('POST', '/accounts', {
        name: randomUUID(),
        currency: 'EUR',
        opening_balance: '100',
        opening_date: '2025-01-10',
        ...more,
      })
    ).data.id;
  const add = (account_id: string, date: string, amount: string, more: object = {}) =>
    send('POST', '/transactions', { account_id, date, amount, name: 'Shop', ...more });
  const series = async (id: string, from: string, to: string): Promise<string[]> =>
    (await send('GET', `/accounts/${id}/balances?start_date=${from}&end_date=${to}`)).data.map(
      ({ balance }: any) => balance,
    );
  const value = (id: string, date: string, amount: string, kind = 'reconciliation') => database.sql`
    insert into valuations (household_id, account_id, date, kind, amount, currency)
    values (${tenant.householdId}, ${id}, ${date}, ${kind}, ${amount}, 'EUR')`;

  it('follow transactions from the opening balance, exactly, and are reckoned back before it', async () => {
    const id = await account();
    await add(id, '2025-01-09', '-5');
    await add(id, '2025-01-10', '-7');
    await add(id, '2025-01-11', '-0.10');
    await add(id, '2025-01-11', '-0.20');
    await add(id, '2025-01-13', '50');
    expect(await series(id, '2025-01-08', '2025-01-14')).to.deep.equal([
      '112', '107', '100', '99.7', '99.7', '149.7', '149.7',
    ]); // prettier-ignore
    expect(await series(id, '2025-02-01', '2025-02-02')).to.deep.equal(['149.7', '149.7']);
    const shown = (await send('GET', `/accounts/${id}`)).data;
    expect(shown.balance).to.equal('149.7');
    expect((await send('GET', '/accounts')).data[0].balance).to.equal('149.7');
    const [last] = (await send('GET', `/accounts/${id}/balances`)).data.slice(-1);
    expect(last).to.deep.equal({ date: today, balance: '149.7', currency: 'EUR' });
  });

  it('a stated balance counts on its day and from there on', async () => {
    const id = await account();
    await add(id, '2025-01-12', '-10');
    await value(id, '2025-01-12', '500');
    await add(id, '2025-01-13', '-1');
    await database.sql`
      insert into balances (household_id, account_id, date, currency, balance)
      values (${tenant.householdId}, ${id}, '2025-01-12', 'EUR', 1), (${tenant.householdId}, ${id}, '2025-01-14', 'EUR', 7)`;
    expect(await series(id, '2025-01-11', '2025-01-15')).to.deep.equal([
      '100', '500', '499', '7', '7',
    ]); // prettier-ignore
    await database.sql`
      update accounts set balance = 20, balance_at = '2025-01-15T12:00:00Z' where id = ${id}`;
    expect(await series(id, '2025-01-14', '2025-01-16')).to.deep.equal(['7', '20', '20']);
    expect((await send('GET', `/accounts/${id}`)).data.balance).to.equal('20');
  });

  it('leave out pending, deleted and foreign money, and count a split once', async () => {
    const id = await account();
    const pending = (await add(id, '2025-01-11', '-1')).data.id;
    await database.sql`update transactions set pending = true where id = ${pending}`;
    const gone = (await add(id, '2025-01-11', '-2')).data.id;
    await send('DELETE', `/transactions/${gone}`);
    await add(id, '2025-01-11', '-4', { currency: 'USD' });
    await add(id, '2025-01-11', '-8', { splits: [{ amount: '-5' }, { amount: '-3' }] });
    expect(await series(id, '2025-01-10', '2025-01-11')).to.deep.equal(['100', '92']);
  });

  it('are null where nothing was ever stated, and limited to a year', async () => {
    const made = await newAccount(database.sql, tenant.householdId);
    expect(await series(made, '2025-01-01', '2025-01-02')).to.deep.equal([null, null]);
    const net = await send('GET', '/net_worth');
    expect(net).to.deep.equal({ data: [], meta: { unknown_account_ids: [made] } });
    const path = `/api/v1/accounts/${made}/balances`;
    const as = { key: tenant.readKey };
    for (const query of [
      'start_date=2024-01-01&end_date=2025-01-01',
      'start_date=2025-01-02&end_date=2025-01-01',
      'start_date=x',
    ]) {
      await api.answers(422, 'GET', `${path}?${query}`, { as });
    }
  });

  it('end with the calendar, and cost no more centuries before the first booking', async () => {
    const id = await account();
    await add(id, '2025-01-11', '-3');
    expect(await series(id, '9999-12-30', '9999-12-31')).to.deep.equal(['97', '97']);
    expect(await series(id, '0001-01-01', '0001-01-02')).to.deep.equal(['100', '100']);
    for (const [day, days] of [
      ['9999-12-31', 30],
      ['0001-01-01', 1],
      ['0001-01-20', 20],
    ] as const) {
      const { data } = await send('GET', `/accounts/${id}/balances?end_date=${day}`);
      expect(data.length, day).to.equal(days);
      expect(data.at(-1).date).to.equal(day);
    }
    const begun = process.cpuUsage();
    await send('GET', '/net_worth?end_date=0001-01-01');
    expect(process.cpuUsage(begun).user).to.be.lessThan(500_000);
  });

  it('add up to the net worth, by day and currency', async () => {
    const cash = await account();
    await add(cash, '2025-01-12', '-30');
    await account({ opening_balance: '-250.50', type: 'CreditCard' });
    await account({ currency: 'CHF', opening_balance: '7' });
    await account({ opening_balance: '1000000', opening_date: '2025-01-12' });
    const closed = await account({ opening_balance: '5' });
    await database.sql`update accounts set status = 'disabled' where id = ${closed}`;
    const { data } = await send('GET', '/net_worth?start_date=2025-01-11&end_date=2025-01-12');
    const sums = (date: string, currency: string, ...amounts: [string, string, string, number]) => {
      const [net_worth, assets, debts, accounts_count] = amounts;
      return { date, currency, net_worth, assets, debts, accounts_count };
    };
    expect(data).to.deep.equal([
      sums('2025-01-11', 'CHF', '7', '7', '0', 1),
      sums('2025-01-11', 'EUR', '999849.5', '1000100', '-250.5', 3),
      sums('2025-01-12', 'CHF', '7', '7', '0', 1),
      sums('2025-01-12', 'EUR', '999819.5', '1000070', '-250.5', 3),
    ]);
  });

  it('what a person wrote survives export and import: balance, splits, names, external ids', async () => {
    const id = await account({ name: 'Wallet' });
    await send('POST', '/categories/defaults');
    const category_id = (await send('GET', '/categories')).data[0].id;
    const tag = (await send('POST', '/tags', { name: 'reviewed' })).data.id;
    const merchant_id = (await send('POST', '/merchants', { name: 'Corner' })).data.id;
    await add(id, '2025-02-01', '-12.50', {
      external_id: 'x-1',
      category_id,
      merchant_id,
      tag_ids: [tag],
      splits: [{ amount: '-10', category_id }, { amount: '-2.5' }],
    });
    const exported = await api.request('GET', '/api/v1/export', { as: { key: tenant.readKey } });
    const lines = exported.text.split('\n').filter((line) => line !== '');
    tenant = await createTenant(database, randomUUID());
    await importChunks(database, [lines], { household: tenant.householdId });
    const [wallet] = (await send('GET', '/accounts')).data;
    expect(wallet).to.include({ name: 'Wallet', balance: '87.5', balance_at: null });
    const all = (await send('GET', '/transactions')).data;
    const whole = all.find((each: any) => each.parent_id === null);
    expect(whole).to.include({ amount: '-12.5', external_id: 'x-1', merchant_name: 'Corner' });
    expect(whole.tag_names).to.deep.equal(['reviewed']);
    expect(whole.splits).to.have.length(2);
    // A client continues where it was.
    const again = await add(wallet.id, '2025-02-01', '-12.50', { external_id: 'x-1' });
    expect(again.data.id).to.equal(whole.id);
  });
});
