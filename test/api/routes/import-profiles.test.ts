import { expect } from 'chai';
import { readFingerprint } from '#preflight/rows/header-fingerprint';
import { newAccount } from '../../helpers/rule-fixtures.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const PATH = '/api/v1/import_profiles';

describe('profiles of imports', () => {
  const { database, api } = withApi();
  type As = 'read' | 'write' | 'other';
  const post = (body: unknown, as: As = 'write') => api.request('POST', PATH, { body, as });
  const make = async (body: object) => (await answered(201, post(body))).body.data;
  const account = (householdId: string): Promise<string> => newAccount(database.sql, householdId);

  it('keeps settings under a name, for an account', async () => {
    const accountId = await account(api.tenant.householdId);
    const settings = { col_sep: ';', date_format: '%d/%m/%Y', rows_to_skip: 3 };
    const made = await make({ name: ' My bank ', account_id: accountId, settings });
    expect(made).to.deep.include({
      name: 'My bank',
      type: 'TransactionImport',
      account_id: accountId,
      settings,
      header_fingerprint: null,
    });
    const shown = await api.request('GET', `${PATH}/${made.id}`, { as: 'read' });
    expect(shown.body.data).to.deep.equal(made);
  });

  it('lists them by name', async () => {
    await make({ name: 'Zeta' });
    await make({ name: 'Alpha' });
    const { body } = await api.request('GET', `${PATH}?per_page=100`, { as: 'read' });
    const names = body.data.map(({ name }: { name: string }) => name);
    expect(names.indexOf('Alpha')).to.be.lessThan(names.indexOf('Zeta'));
  });

  it('changes what is sent, and settings as a whole', async () => {
    const made = await make({ name: 'Changing', settings: { col_sep: ';', encoding: 'utf-8' } });
    const path = `${PATH}/${made.id}`;
    const body = { name: 'Changed', settings: { col_sep: '|' } };
    const changed = await api.request('PATCH', path, { body });
    expect(changed.body.data).to.deep.include({ ...body, type: 'TransactionImport' });
    await make({ name: 'Taken' });
    await api.answers(422, 'PATCH', path, { body: { name: 'Taken' } });
    await api.answers(200, 'PATCH', path, { body: { name: 'Changed' } });
  });

  it('is sent to another household as GET answers it, without its account', async () => {
    const fingerprint = 'a'.repeat(64);
    const settings = { col_sep: ';', name_col_label: 'What' };
    const made = await make({ name: 'Shared', settings, header_fingerprint: fingerprint });
    const { body } = await answered(201, post(made, 'other'));
    const { id, created_at: _created, updated_at: _updated, ...rest } = body.data;
    expect(id).not.to.equal(made.id);
    expect(made).to.deep.include(rest);
  });

  it('refuses what no import takes', async () => {
    await make({ name: 'Twice' });
    for (const body of [
      { name: 'Twice' },
      { name: '  ' },
      { name: 'a\0b' },
      { name: 'x', settings: { col_sep: '~' } },
      { name: 'x', settings: { colour: 'red' } },
      { name: 'x', settings: { encoding: 'klingon' } },
      { name: 'x', settings: { amount_type_strategy: 'custom_column' } },
      { name: 'x', type: 'NativeImport' },
      { name: 'x', header_fingerprint: 'abc' },
    ]) {
      await answered([422, 'validation_failed'], post(body), JSON.stringify(body));
    }
  });

  it('404 for an account of another household', async () => {
    const foreign = await account(api.other.householdId);
    await answered(404, post({ name: 'Foreign', account_id: foreign }));
  });

  it('is deleted, and outlives its account', async () => {
    const accountId = await account(api.tenant.householdId);
    const { id } = await make({ name: 'Short', account_id: accountId });
    await database.sql`delete from accounts where id = ${accountId}`;
    const shown = await api.request('GET', `${PATH}/${id}`, { as: 'read' });
    expect(shown.body.data.account_id).to.equal(null);
    await api.answers(204, 'DELETE', `${PATH}/${id}`, {});
    await api.answers(404, 'GET', `${PATH}/${id}`, { as: 'read' });
  });
});

describe('the fingerprint of a header', () => {
  const read = (
    text: string,
    settings = {},
    type: 'TransactionImport' | 'TradeImport' = 'TransactionImport',
  ) => readFingerprint(Buffer.from(text), type, settings);

  it('is the same under another separator, case, quotes and rows above', () => {
    const one = read('Date,Amount *,My Name\n');
    expect(one).to.match(/^[0-9a-f]{64}$/);
    expect(read('"date";AMOUNT;my-name\n1;2;3', { col_sep: ';' })).to.equal(one);
    expect(read('Bank\n\nDate,Amount,My Name\n', { rows_to_skip: 1 })).to.equal(one);
  });

  it('is another one for other cells, another order and another type', () => {
    const all = [
      read('a,b,c\n'),
      read('a,c,b\n'),
      read('a,b\n'),
      read('a,b,c\n', {}, 'TradeImport'),
    ];
    expect(new Set(all).size).to.equal(all.length);
  });

  it('is the same with blank cells at the end', () => {
    expect(read('a,b,,\n')).to.equal(read('a,b\n'));
  });

  it('is none where there is no header', () => {
    expect(read('')).to.equal(null);
    expect(read('"open')).to.equal(null);
  });
});
