import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newNamed } from '../../helpers/rule-fixtures.ts';
import { answered, withApi, type RequestOptions } from '../../helpers/start-api.ts';

describe('POST /api/v1/transactions', () => {
  const { database, api } = withApi();
  let accountId: string;
  let foreignId: string;

  const newAccount = async (as: RequestOptions['as'] = 'write'): Promise<string> =>
    (
      await api.request('POST', '/api/v1/accounts', {
        as,
        body: { name: randomUUID(), currency: 'CHF' },
      })
    ).body.data.id;
  before(async () => {
    accountId = await newAccount();
    foreignId = await newAccount('other');
  });
  const fields = (more: object = {}) => ({
    account_id: accountId,
    date: '2026-03-01',
    amount: '-12.50',
    name: 'Shop',
    ...more,
  });
  const post = (body: object) => api.request('POST', '/api/v1/transactions', { body });
  const count = async (): Promise<number> =>
    (await api.get('/api/v1/transactions')).meta.total_count;
  const named = (
    table: 'categories' | 'tags' | 'merchants',
    householdId = api.tenant.householdId,
  ) => newNamed(database.sql, table, householdId);

  it('201 with what was sent; what a person chose is locked, the name is not', async () => {
    const [category_id, merchant_id, tag] = [
      await named('categories'),
      await named('merchants'),
      await named('tags'),
    ];
    const { status, body } = await post(
      fields({
        name: ' Shop ',
        amount: '-012.50',
        notes: 'n',
        category_id,
        merchant_id: merchant_id.toUpperCase(),
        tag_ids: [tag, tag],
        external_id: 'a-1',
      }),
    );
    expect(status).to.equal(201);
    expect(body.data).to.deep.include({
      account_id: accountId,
      date: '2026-03-01',
      amount: '-12.5',
      currency: 'CHF',
      name: 'Shop',
      notes: 'n',
      category_id,
      merchant_id,
      tag_ids: [tag],
      external_id: 'a-1',
      source: 'manual',
      locked_attributes: ['category_id', 'merchant_id', 'notes', 'tag_ids'],
    });
    const log = await api.request('GET', `/api/v1/transactions/${body.data.id}/changes`);
    expect(log.body.data).to.have.length(1);
    expect(log.body.data[0]).to.include({
      attribute: 'created',
      source: 'user',
      new_value: 'true',
    });
    expect(log.body.data[0].api_key_id).to.be.a('string');
  });

  it('an external id is there once in an account, also when it comes often at once', async () => {
    const before = await count();
    const body = fields({ external_id: randomUUID() });
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(body)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).to.equal(1);
    const again = await post({ ...body, amount: '-99' });
    expect([again.status, again.body.data.amount]).to.deep.equal([200, '-12.5']);
    await answered(201, post({ ...body, account_id: await newAccount() }));
    expect(await count()).to.equal(before + 2);
    // Deleted by a person: a client that sends it again means it.
    await api.request('DELETE', `/api/v1/transactions/${again.body.data.id}`);
    await answered(201, post(body));
  });

  it('a split has lines that add up, each a transaction with its own category', async () => {
    const category_id = await named('categories');
    const splits = [{ amount: '-10', name: 'Lunch', category_id }, { amount: '-2.50' }];
    const { body } = await answered(201, post(fields({ splits })));
    expect(body.data.splits.map(({ amount, name }: any) => [amount, name])).to.deep.equal([
      ['-10', 'Lunch'],
      ['-2.5', 'Shop'],
    ]);
    const line = await api.request('GET', `/api/v1/transactions/${body.data.splits[0].id}`);
    expect(line.body.data).to.include({ parent_id: body.data.id, category_id, currency: 'CHF' });
    // Its lines are what counts, as in imports.
    expect([body.data.excluded, line.body.data.excluded]).to.deep.equal([true, false]);
  });

  for (const [title, more, message] of [
    [
      'an account of another household',
      () => ({ account_id: foreignId }),
      /account_id names no account/,
    ],
    ['an unknown account', () => ({ account_id: randomUUID() }), /account_id names no account/],
    ['an unknown category', () => ({ category_id: randomUUID() }), /category_id names no category/],
    ['an unknown tag', () => ({ tag_ids: [randomUUID()] }), /tag_ids\[0\] names no tag/],
    ['a day that is none', () => ({ date: '2026-02-30' }), /date/],
    ['a day before 1900', () => ({ date: '1899-12-31' }), /date must be a day from 1900/],
    ['an amount with an exponent', () => ({ amount: '1e3' }), /amount/],
    ['an amount as a number', () => ({ amount: -1 }), /amount/],
    ['an amount of 60 digits', () => ({ amount: '9'.repeat(60) }), /amount/],
    ['no currency', () => ({ currency: 'QQQ' }), /currency must be an ISO 4217 code/],
    ['a blank name', () => ({ name: ' ' }), /name must not be blank/],
    ['a NUL', () => ({ notes: 'a\0' }), /notes must not contain NUL/],
    ['null for a name', () => ({ name: null }), /name must not be null/],
    ['an unknown field', () => ({ ammount: '1' }), /did you mean amount/],
    [
      'lines that do not add up',
      () => ({ splits: [{ amount: '-1' }, { amount: '-2' }] }),
      /add up to -12.5, not -3/,
    ],
    ['one line', () => ({ splits: [{ amount: '-12.5' }] }), /splits/],
    [
      'a line with an unknown category',
      () => ({ splits: [{ amount: '-12', category_id: randomUUID() }, { amount: '-0.5' }] }),
      /splits\[0\].category_id names no category/,
    ],
  ] as const) {
    it(`422 for ${title}, alone and as one of many`, async () => {
      const before = await count();
      const bad = fields(more());
      const { body } = await answered([422, 'validation_failed'], post(bad));
      expect(body.errors.join()).to.match(message);
      const many = await post({ transactions: [fields(), bad, fields({ name: 'Other' })] });
      expect(many.status).to.equal(200);
      expect(many.body.meta).to.deep.equal({ created: 2, duplicate: 0, invalid: 1 });
      expect(many.body.data.map(({ status: each }: any) => each)).to.deep.equal([
        'created',
        'invalid',
        'created',
      ]);
      expect(many.body.data[1].transaction).to.equal(null);
      expect(many.body.data[1].errors.join()).to.match(message);
      expect(await count()).to.equal(before + 2);
    });
  }

  it('400 without a field that each has', async () => {
    const { name: _name, ...rest } = fields();
    await answered(400, post(rest));
    await answered(400, post({}));
  });

  it('500 at once: each is created, found or reported by its place', async () => {
    const transactions = Array.from({ length: 500 }, (_, n) =>
      n % 5 === 4 ? { n } : fields({ name: `Row ${n}`, external_id: `bulk-${n % 300}` }),
    );
    const { body } = await answered(200, post({ transactions }));
    expect(body.meta).to.deep.equal({ created: 240, duplicate: 160, invalid: 100 });
    expect(body.data[300].transaction.id).to.equal(body.data[0].transaction.id);
    expect(body.data.map(({ index }: any) => index)).to.deep.equal(transactions.map((_, n) => n));
    const again = await post({ transactions });
    expect(again.body.meta).to.deep.equal({ created: 0, duplicate: 400, invalid: 100 });
  });

  it('422 for 501, none, a list that is none, and a list next to fields', async () => {
    const before = await count();
    for (const body of [
      { transactions: Array.from({ length: 501 }, () => fields()) },
      { transactions: [] },
      { transactions: 'x' },
      { transactions: null },
      { ...fields(), transactions: [fields()] },
    ]) {
      await answered(422, post(body));
    }
    const odd = await post({ transactions: [null, 5, [], 'x', {}] });
    expect(odd.body.meta).to.deep.equal({ created: 0, duplicate: 0, invalid: 5 });
    expect(await count()).to.equal(before);
  });

  it('queues what is new for the rules', async () => {
    await database.sql`delete from rule_work`;
    const { id } = (await post(fields())).body.data;
    const work = await database.sql<{ transactionIds: string[] }[]>`
      select transaction_ids from rule_work where household_id = ${api.tenant.householdId}`;
    expect(work.map(({ transactionIds }) => transactionIds)).to.deep.equal([[id]]);
    const [run] = (await api.get('/api/v1/rule_runs')).data;
    expect(run).to.include({ trigger: 'write' });
  });

  describe('PATCH of what a person entered', () => {
    const patch = (id: string, body: object) =>
      api.request('PATCH', `/api/v1/transactions/${id}`, { body });

    it('sets day, amount and account, and locks them', async () => {
      const { id } = (await post(fields())).body.data;
      const account_id = await newAccount();
      const { status, body } = await patch(id, { account_id, date: '2026-04-01', amount: '5.00' });
      expect(status).to.equal(200);
      expect(body.data).to.deep.include({
        account_id,
        date: '2026-04-01',
        amount: '5',
        locked_attributes: ['account_id', 'amount', 'date'],
      });
      const log = (await api.get(`/api/v1/transactions/${id}/changes`)).data;
      expect(log.map(({ attribute }: any) => attribute)).to.include.members([
        'account_id',
        'amount',
        'date',
      ]);
    });

    it('splits, splits again and removes the split; the lines follow the transaction', async () => {
      const { id } = (await post(fields())).body.data;
      const first = await patch(id, { splits: [{ amount: '-10' }, { amount: '-2.5' }] });
      expect(first.body.data.splits).to.have.length(2);
      const second = await patch(id, {
        amount: '-20',
        date: '2026-05-05',
        splits: [{ amount: '-15' }, { amount: '-4' }, { amount: '-1' }],
      });
      expect(second.body.data.splits).to.have.length(3);
      const [line] = second.body.data.splits;
      const shown = (await api.get(`/api/v1/transactions/${line.id}`)).data;
      expect(shown).to.include({ date: '2026-05-05' });
      const gone = `/api/v1/transactions/${first.body.data.splits[0].id}`;
      await api.answers(404, 'GET', gone);
      await answered(422, patch(id, { amount: '-21' }));
      await answered(409, patch(line.id, { amount: '-1' }));
      const whole = await patch(id, { splits: [] });
      expect(whole.body.data.splits).to.deep.equal([]);
      expect(second.body.data.excluded).to.equal(true);
      expect(whole.body.data.excluded).to.equal(false);
      await answered(200, patch(id, { amount: '-21' }));
    });

    it('new lines of an excluded transaction are excluded, as the ones before them', async () => {
      const { id } = (await post(fields())).body.data;
      await answered(200, patch(id, { excluded: true }));
      for (const amounts of [
        ['-10', '-2.5'],
        ['-6', '-4', '-2.5'],
      ]) {
        const { data } = (await patch(id, { splits: amounts.map((amount) => ({ amount })) })).body;
        const line = (await api.get(`/api/v1/transactions/${data.splits[0].id}`)).data;
        expect(line.excluded).to.equal(true);
      }
    });

    it('409 for what the bank or a file owns, 422 for unknown records; nothing changes', async () => {
      const { id } = (await post(fields())).body.data;
      await answered(422, patch(id, { account_id: foreignId }));
      await answered(422, patch(id, { date: '2026-13-01' }));
      for (const source of ['provider', 'csv_import']) {
        await database.sql`update transactions set source = ${source} where id = ${id}`;
        await answered([409, 'conflict'], patch(id, { amount: '-1', name: 'New' }));
        await answered(200, patch(id, { splits: [{ amount: '-12' }, { amount: '-0.5' }] }));
        await answered(200, patch(id, { splits: [] }));
      }
      await database.sql`update transactions set pending = true where id = ${id}`;
      await answered(409, patch(id, { splits: [{ amount: '-12' }, { amount: '-0.5' }] }));
      const shown = (await api.get(`/api/v1/transactions/${id}`)).data;
      expect(shown).to.include({ name: 'Shop', amount: '-12.5', date: '2026-03-01' });
    });
  });
});
