import { expect } from 'chai';
import { csvImports } from '../../helpers/csv-imports.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const PATH = '/api/v1/household';

describe('the household', () => {
  const { database, api } = withApi();
  const patch = (body: unknown, as: 'read' | 'write' | 'other' = 'write') =>
    api.request('PATCH', PATH, { body, as });

  it('GET shows the household of the key', async () => {
    const { body } = await api.answers(200, 'GET', PATH, { as: 'read' });
    expect(body.data).to.include({
      id: api.tenant.householdId,
      name: 'Household A',
      currency: 'USD',
      time_zone: 'UTC',
    });
    expect((await api.get(PATH, { as: 'other' })).data.id).to.equal(api.other.householdId);
  });

  it('PATCH sets name and time zone of this household alone', async () => {
    const changed = await answered(200, patch({ name: ' Our home ', time_zone: 'europe/zurich' }));
    expect(changed.body.data).to.include({ name: 'Our home', time_zone: 'Europe/Zurich' });
    expect((await patch({ time_zone: 'Asia/Kolkata' })).body.data).to.include({
      name: 'Our home',
      time_zone: 'Asia/Kolkata',
    });
    const { data: log } = await api.get('/api/v1/record_changes?record_type=household');
    expect(log).to.have.length(2);
    expect(log[0].changes).to.deep.equal([
      { attribute: 'time_zone', old_value: 'Europe/Zurich', new_value: 'Asia/Kolkata' },
    ]);
    const other = await api.request('GET', PATH, { as: 'other' });
    expect(other.body.data).to.include({ name: 'Household B', time_zone: 'UTC' });
  });

  it('PATCH sets the currency of files and accounts that name none', async () => {
    expect((await patch({ currency: 'CHF' })).body.data).to.include({ currency: 'CHF' });
    const imports = csvImports(database, api);
    const created = await imports.create({
      type: 'AccountImport',
      raw_file_content: 'Name,Balance\nCash,12.50\n',
      name_col_label: 'Name',
      amount_col_label: 'Balance',
    });
    await imports.publish(created.id);
    const { data } = await api.get('/api/v1/accounts');
    expect(data.map((account: any) => [account.name, account.currency])).to.deep.equal([
      ['Cash', 'CHF'],
    ]);
  });

  for (const body of [
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+02:00' },
    { time_zone: '' },
    { time_zone: null },
    { name: '  ' },
    { name: 'a\0b' },
    { name: '\ud800' },
    { name: null },
    { currency: 'eur' },
    { currency: 'ABC' },
    { currency: null },
    {},
  ]) {
    it(`422 for ${JSON.stringify(body)}`, async () => {
      await answered(422, patch(body));
    });
  }
});
