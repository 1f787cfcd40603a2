import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { newTransaction } from '../../helpers/rule-fixtures.ts';

const HEADER = 'date,amount,name';
const FILE = csvOf(HEADER, [
  ['2025-02-03', '-4.25', 'Corner Bakery'],
  ['2025-02-04', '1500', 'Payroll'],
  ['2025-02-05', '-9.90', 'Kiosk'],
]);

describe('imports of CSV files', () => {
  const { database, api, imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const create = (text: string, more: object = {}) =>
    imports.create({ raw_file_content: text, account_id: account, ...more });
  const transactions = async (): Promise<any[]> =>
    (await api.get('/api/v1/transactions?per_page=100')).data;

  it('is published once by eight requests, and by a job that is delivered again', async () => {
    const { id } = await create(FILE);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.request('POST', `/api/v1/imports/${id}/publish`)),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, ...Array(7).fill(409)]);
    await Promise.allSettled([imports.perform(id), imports.perform(id)]);
    await imports.perform(id);
    expect(await transactions()).to.have.length(3);
  });

  it('warns that rows of several accounts go to the account that it names, and shows that account', async () => {
    const text = 'date,amount,name,account\n2025-02-03,-1,A,Savings\n2025-02-04,-2,B,Card\n';
    const said = 'Column "account" names 2 accounts (Savings, Card)';
    const made = await create(text);
    expect(made.warnings.join()).to.contain(said);
    const { data } = await api.get(`/api/v1/imports/${made.id}/rows`);
    const { name } = (await api.get(`/api/v1/accounts/${account}`)).data;
    expect(data.map(({ values }: any) => values.account)).to.deep.equal([name, name]);
    const preflight = async (body: object) => {
      const asked = { body: { raw_file_content: text, ...body } };
      const answer = await api.answers(200, 'POST', '/api/v1/imports/preflight', asked);
      return answer.body.data.warnings.join();
    };
    expect(await preflight({ account_id: account })).to.contain(said);
    expect(await preflight({})).not.to.contain(said);
    const named = await create(text, { account_id: undefined });
    expect(named.warnings.join()).not.to.contain(said);
  });

  it('knows a row again that a rule or a person renamed', async () => {
    await imports.publish((await create(FILE)).id);
    for (const { id } of await transactions()) {
      await api.request('PATCH', `/api/v1/transactions/${id}`, { body: { name: 'Another name' } });
    }
    expect((await create(FILE)).verdicts).to.include({ new: 0, duplicate: 3 });
  });

  it('takes a row of a bank for its own up to three days apart, and a person’s under a like name', async () => {
    const { householdId } = api.tenant;
    for (const [date, amount, name, source] of [
      ['2025-02-06', '-4.25', 'POS 0815', 'provider'],
      ['2025-02-08', '1500', 'Wages', 'provider'],
      ['2025-02-04', '-9.90', 'The kiosk round the corner', 'manual'],
      ['2025-02-04', '-2', 'Something else', 'manual'],
    ] as const) {
      const external_id = source === 'provider' ? name : null;
      const row = { account_id: account, date, amount, name, source, external_id };
      await newTransaction(database.sql, householdId, row);
    }
    const { id, stats } = await create(`${FILE}2025-02-05,-2,Parking\n`);
    expect(stats).to.include({ likely_rows_count: 2 });
    const answer = await api.request('GET', `/api/v1/imports/${id}/rows`);
    expect(
      answer.body.data.map(({ verdict, certainty }: any) => [verdict, certainty]),
    ).to.deep.equal([
      ['duplicate', 'likely'],
      ['new', null],
      ['duplicate', 'likely'],
      ['new', null],
    ]);
  });

  it('leaves invalid rows out when asked to, and refuses with the lines else', async () => {
    const { id } = await create(`${FILE}soon,1,Tea\n`, { date_format: '%Y-%m-%d' });
    const refused = await api.request('POST', `/api/v1/imports/${id}/publish`);
    expect([refused.status, refused.body.details]).to.deep.equal([422, { lines: [5] }]);
    const done = await imports.publish(id, { skip_invalid: true });
    expect(done.verdicts).to.include({ new: 3, invalid: 1 });
    expect(await transactions()).to.have.length(3);
  });

  it('says of each row why it was not published once its account is deleted', async () => {
    const { id } = await create(FILE);
    await database.sql`delete from accounts where id = ${account}`;
    const { status, error, verdicts } = await imports.publish(id);
    expect([status, error.code, error.lines]).to.deep.equal(['failed', 'invalid_rows', [2, 3, 4]]);
    expect(verdicts).to.include({ new: 0, invalid: 3 });
    const rows = await imports.call('GET', `/${id}/rows`, 200);
    expect(rows.map((row: any) => row.errors[0].message)).to.deep.equal(
      Array(3).fill('Neither the row nor the import names an account'),
    );
  });

  it('does not count what a person had deleted as removed by the undo', async () => {
    const { id } = await create(FILE);
    await imports.publish(id);
    const [first] = await transactions();
    await api.answers(204, 'DELETE', `/api/v1/transactions/${first.id}`);
    const { summary } = await imports.undo(id);
    expect(summary.removed).to.deep.equal({ transactions: 2 });
    expect(await transactions()).to.deep.equal([]);
  });

  it('creates only the categories and tags that a transaction takes', async () => {
    const named = (row: string) =>
      imports.bring({
        raw_file_content: `date,amount,name,category,tags,notes\n2025-02-03,-4.25,Bakery,${row}\n`,
        account_id: account,
        category_col_label: 'category',
        tags_col_label: 'tags',
      });
    await named('Taken,x,');
    await named('Not taken,Y,');
    const [row] = await transactions();
    expect(row).to.include({ category_name: 'Taken' });
    expect(row.tag_names).to.have.members(['Y', 'x']);
    await api.answers(200, 'PATCH', `/api/v1/transactions/${row.id}`, { body: { tag_ids: [] } });
    await named('Not taken: At all,z,A note');
    const names = async (kind: string) =>
      (await api.get(`/api/v1/${kind}`)).data.map(({ name }: any) => name);
    expect(await names('categories'))
      .to.include('Taken')
      .and.to.not.include('Not taken');
    expect(await names('tags'))
      .to.include.members(['x', 'Y'])
      .and.to.not.include('z');
  });

  it('lists what passed to it when the import that added it was undone', async () => {
    const [first, second] = [
      (await create(FILE)).id,
      (await create(`${FILE}2025-02-06,-1,Tea\n`)).id,
    ];
    for (const id of [first, second]) await imports.publish(id);
    const addedBy = async (id: string) =>
      (await api.get(`/api/v1/transactions?import_id=${id}`)).data.length;
    expect([await addedBy(first), await addedBy(second)]).to.deep.equal([3, 1]);
    await imports.undo(first);
    expect([await addedBy(first), await addedBy(second)]).to.deep.equal([0, 4]);
  });

  it('undoes all but what is edited, taken over by a bank or claimed by another import, and names that', async () => {
    const { id } = await create(FILE);
    await imports.publish(id);
    const byName = new Map((await transactions()).map((row) => [row.name, row.id]));
    await api.request('PATCH', `/api/v1/transactions/${byName.get('Kiosk')}`, {
      body: { notes: 'mine' },
    });
    await database.sql`
      update transactions
      set source = 'provider', external_id = 'bank-1'
      where id = ${byName.get('Payroll')}`;
    const claim = csvOf(HEADER, [['2025-02-03', '-4.25', 'Corner Bakery']]);
    const other = (await create(claim)).id;
    await imports.publish(other);
    const undone = await imports.undo(id);
    expect(undone.summary.kept.map(({ line, reason }: any) => [line, reason])).to.deep.equal([
      [2, 'claimed'],
      [3, 'adopted'],
      [4, 'edited'],
    ]);
    expect(undone.summary.kept_count).to.equal(3);
    expect(await transactions()).to.have.length(3);
    await imports.call('POST', `/${id}/undo`, 409);
    await imports.call('DELETE', `/${id}`, 204);
  });

  it('keeps what a person made of rows when the content is read again', async () => {
    const { id } = await create(FILE);
    await imports.call('PATCH', `/${id}/rows/2`, 200, {
      values: { amount: '-5', category: 'Food' },
    });
    await imports.call('PATCH', `/${id}/rows/3`, 200, { verdict: 'excluded' });
    const read = await imports.call('PATCH', `/${id}`, 200, {
      signage_convention: 'inflows_negative',
    });
    expect(read.verdicts).to.include({ new: 2, excluded: 1 });
    const answer = await api.request('GET', `/api/v1/imports/${id}/rows`);
    expect(answer.body.data.map((row: any) => row.values.amount)).to.deep.equal([
      '-5',
      '-1500',
      '9.9',
    ]);
  });

  it('takes the days that a file may have, up to today where the household is', async () => {
    api.clock.set('2025-02-05T11:00:00Z');
    await api.request('PATCH', '/api/v1/household', { body: { time_zone: 'Pacific/Kiritimati' } });
    const tomorrow = FILE.replace('2025-02-05', '2025-02-06');
    const check = await api.answers(200, 'POST', '/api/v1/imports/preflight', {
      body: { raw_file_content: tomorrow },
    });
    expect(check.body.data).to.include({ valid: true });
    const { id, verdicts } = await create(tomorrow);
    expect(verdicts).to.include({ new: 3 });
    for (const date of ['2025-02-07', '2999-01-01', '1990-01-01']) {
      const path = `/api/v1/imports/${id}/rows/2`;
      const { body } = await api.answers(422, 'PATCH', path, { body: { values: { date } } });
      expect(body.message).to.equal('values.date must be a date from 1995-02-06 to 2025-02-06.');
    }
    await imports.call('PATCH', `/${id}/rows/2`, 200, { values: { date: '2025-02-06' } });
    await api.request('PATCH', '/api/v1/household', { body: { time_zone: 'UTC' } });
    api.clock.release();
  });

  it('are listed by status and type, none by a word that is neither', async () => {
    const { id } = await create(FILE);
    const idsOf = async (query: string) =>
      (await api.get(`/api/v1/imports?${query}`)).data.map((one: any) => one.id);
    expect(await idsOf('status=pending&type=TransactionImport')).to.include(id);
    expect(await idsOf('status=Pending')).to.be.empty;
    expect(await idsOf('type=Nonsense')).to.be.empty;
  });

  it('says of a rule that names what the household lacks that it is invalid, before it is published', async () => {
    const ruleFile = (condition: object) =>
      csvOf('name,resource_type,active,conditions,actions', [
        [
          'Rent',
          'transaction',
          'true',
          JSON.stringify([condition]),
          JSON.stringify([{ action_type: 'set_transaction_name', value: 'Rent' }]),
        ],
      ]);
    const account = { condition_type: 'transaction_account', operator: '=', value: 'No such' };
    const { id, verdicts } = await imports.create({
      type: 'RuleImport',
      raw_file_content: ruleFile(account),
    });
    expect(verdicts).to.include({ new: 0, invalid: 1 });
    const answer = await api.request('GET', `/api/v1/imports/${id}/rows`);
    expect(answer.body.data[0].errors[0]).to.deep.include({ code: 'invalid_rule' });
    expect(answer.body.data[0].errors[0].message).to.contain('account "No such"');
    await imports.call('POST', `/${id}/publish`, 422);
  });

  it('keeps what later rows leave out about a category, new or known', async () => {
    const file = (...rows: string[]) =>
      `name,color,parent_category,lucide_icon\n${rows.join('\n')}\n`;
    const bring = (...rows: string[]) =>
      imports.bring({ type: 'CategoryImport', raw_file_content: file(...rows) });
    const told = async () => {
      const rows = await database.sql`
        select c.color, c.icon, p.name as parent
        from categories c left join categories p on p.id = c.parent_id
        where c.name = 'Buns'`;
      return rows.map((row) => Object.values(row));
    };
    await bring('Bakery,,,', 'Buns,#112233,Bakery,home', 'Buns,#445566,,');
    expect(await told()).to.deep.equal([['#445566', 'home', 'Bakery']]);
    await bring('Buns,#778899,Treats,', 'Buns,,,cake', 'Buns,#445566,,');
    expect(await told()).to.deep.equal([['#445566', 'cake', 'Treats']]);
  });

  it('says before it is published that a category would be on a third level', async () => {
    const bring = (...rows: string[]) => {
      const raw_file_content = `name,parent_category\n${rows.join('\n')}\n`;
      return imports.create({ type: 'CategoryImport', raw_file_content });
    };
    await imports.publish((await bring('Low,High', 'Moved,High')).id);
    for (const [rows, verdicts] of [
      [['A,', 'B,A', 'C,B'], 'new new invalid'],
      [['New,Low'], 'invalid'],
      [['High,Top', 'Top,'], 'invalid new'],
      [['New,High', 'Low,New'], 'new invalid'],
      // The last parent of a name counts, and only children that stay below it.
      [['New,Low', 'New,High'], 'duplicate new'],
      [['High,Top', 'Low,Top', 'Moved,Top'], 'update update update'],
    ] as const) {
      const made = await bring(...rows);
      expect(await imports.verdictsOf(made), rows.join(' ')).to.equal(verdicts);
      if (!verdicts.includes('invalid')) continue;
      const [row] = await imports.call('GET', `/${made.id}/rows?verdict=invalid`, 200);
      expect(row.errors[0]).to.include({ code: 'invalid_category_parent' });
      await imports.call('POST', `/${made.id}/publish`, 422);
    }
  });

  it('can be undone for 90 days', async () => {
    const { id } = await create(FILE);
    await imports.publish(id);
    await database.sql`update imports set published_at = now() - interval '91 days' where id = ${id}`;
    await imports.call('POST', `/${id}/undo`, 409);
  });
});
