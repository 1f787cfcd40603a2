import { expect } from 'chai';
import { importChunks } from '../../helpers/import-sessions.ts';
import { ledgerRecords } from '../../helpers/ledger-records.ts';
import { withApi } from '../../helpers/start-api.ts';

describe('what an import brought, over HTTP', () => {
  const { database, api } = withApi();

  before('import', async function () {
    const chunks = [[...ledgerRecords(200)]];
    await importChunks(database, chunks, { household: api.tenant.householdId });
  });

  const read = async (path: string) => await api.get(`/api/v1/${path}`, { as: 'read' });

  it('GET /categories is by name and names parents', async () => {
    const { data } = await read('categories');
    const names = data.map((each: any) => each.name);
    expect(names).to.deep.equal([...names].sort());
    const child = data.find((each: any) => each.name === 'Category 11');
    expect(data.find((each: any) => each.id === child.parent_id).name).to.equal('Category 1');
  });

  it('GET /budgets begins with the newest and holds the budgeted categories', async () => {
    const { data } = await read('budgets?per_page=1');
    expect(data[0]).to.include({ start_date: '2025-12-01', end_date: '2025-12-31' });
    expect(data[0].categories[1]).to.include({
      category_name: 'Category 1',
      budgeted_spending: '23.15',
      currency: 'USD',
    });
  });

  it('GET /trades and /valuations can be narrowed to an account and to days', async () => {
    const all = (await read('trades?per_page=100')).data;
    const [first] = all;
    const narrowed = await read(
      `trades?account_id=${first.account_id}&start_date=${first.date}&end_date=${first.date}`,
    );
    expect(narrowed.data.map((each: any) => each.id)).to.include(first.id);
    for (const each of narrowed.data) {
      expect(each).to.include({ account_id: first.account_id, date: first.date });
    }
    const days = await read('valuations?start_date=2025-01-02&end_date=2025-01-04');
    expect(days.data.map((each: any) => each.date)).to.deep.equal([
      '2025-01-04',
      '2025-01-03',
      '2025-01-02',
    ]);
    await api.answers(422, 'GET', '/api/v1/trades?start_date=soon');
  });

  it('GET /transactions shows category, merchant, tags and splits by name', async () => {
    const { data } = await read('transactions?search=Transaction%207&per_page=100');
    const parent = data.find((each: any) => each.name === 'Transaction 7');
    expect(parent).to.include({ excluded: true, amount: '-30.03' });
    expect(parent.splits.map((each: any) => [each.name, each.amount])).to.deep.equal([
      ['Split 7 b', '-20.02'],
      ['Split 7 a', '-10.01'],
    ]);
    const split = (await read(`transactions/${parent.splits[0].id}`)).data;
    expect(split).to.deep.include({ parent_id: parent.id, tag_names: ['Tag 1'], splits: [] });
    const tagged = (await read('transactions?search=Transaction%204&per_page=100')).data;
    const [one] = tagged.filter((each: any) => each.name === 'Transaction 4');
    expect(one.tag_names.length).to.equal(one.tag_ids.length).and.to.be.greaterThan(0);
    for (const each of tagged) {
      expect(each.category_name === null).to.equal(each.category_id === null);
      expect(each.merchant_name === null).to.equal(each.merchant_id === null);
    }
  });

  it('lists of records of accounts refuse days the wrong way round', async () => {
    for (const path of ['transactions', 'trades', 'valuations']) {
      const query = 'start_date=2024-02-01&end_date=2024-01-31';
      await api.answers([422, 'validation_failed'], 'GET', `/api/v1/${path}?${query}`);
    }
  });
});
