import { expect } from 'chai';
import { answered, withApi } from '../../helpers/start-api.ts';

describe('POST /api/v1/accounts', () => {
  const { api } = withApi();
  const post = (body: object) => api.request('POST', '/api/v1/accounts', { body });

  it('201 with an account whose opening balance is a valuation of its opening day', async () => {
    const { status, body } = await post({
      name: ' Savings ',
      subtype: 'savings',
      currency: 'CHF',
      opening_balance: '1000.10',
      opening_date: '2026-01-31',
      institution_name: 'Bank',
    });
    expect(status).to.equal(201);
    expect(body.data).to.deep.include({
      name: 'Savings',
      type: 'Depository',
      subtype: 'savings',
      currency: 'CHF',
      balance: '1000.1',
      status: 'active',
      institution_name: 'Bank',
      provider: null,
    });
    const valuations = await api.get(`/api/v1/valuations?account_id=${body.data.id}`);
    expect(valuations.data[0]).to.include({
      kind: 'opening_anchor',
      date: '2026-01-31',
      amount: '1000.1',
      currency: 'CHF',
    });
    const { data } = await api.get(`/api/v1/record_changes?record_id=${body.data.id}`);
    expect(data[0]).to.include({ record_type: 'account', action: 'created' });
    expect(data[0].changes.map(({ attribute }: any) => attribute)).to.include('type');
  });

  it('an opening balance that is corrected moves the balance, and is refused where there is none', async () => {
    const { id } = (await post({ name: 'Cash', opening_balance: '100' })).body.data;
    const row = { account_id: id, date: '2026-02-01', amount: '-20', currency: 'USD', name: 'Tea' };
    await api.answers(201, 'POST', '/api/v1/transactions', { body: row });
    const path = `/api/v1/accounts/${id}`;
    const body = { opening_balance: '-50.00' };
    const { data } = (await api.answers(200, 'PATCH', path, { body })).body;
    expect(data).to.include({ balance: '-70', opening_balance: '-50', name: 'Cash' });
    const { text } = await api.answers(200, 'GET', '/api/v1/export');
    expect(text).to.match(new RegExp(`"id": ?"${id}".*"balance": ?"?-50\\b`));
    await api.context.sql`delete from valuations where account_id = ${id}`;
    await api.answers([422, 'validation_failed'], 'PATCH', path, { body });
  });

  it('a name is enough: the currency is the household’s, the balance zero, two years ago', async () => {
    const { body } = await post({ name: 'Wallet' });
    expect(body.data).to.include({ currency: 'USD', balance: '0', type: 'Depository' });
  });

  for (const [title, more] of [
    ['a blank name', { name: ' ' }],
    ['a type that is none', { type: 'Bank' }],
    ['a subtype of another type', { type: 'CreditCard', subtype: 'savings' }],
    ['a currency that is none', { currency: 'QQQ' }],
    ['a balance in words', { opening_balance: 'much' }],
    ['a day that is none', { opening_date: '2026-02-30' }],
    ['a NUL', { institution_name: '\0' }],
    ['null for the type', { type: null }],
  ] as const) {
    it(`422 for ${title}`, async () => {
      await answered([422, 'validation_failed'], post({ name: 'Wallet', ...more }));
    });
  }

  it('400 without a name', async () => {
    await answered(400, post({}));
  });
});
