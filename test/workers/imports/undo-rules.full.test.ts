import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import {
  action,
  condition,
  newNamed,
  newRule,
  newTransaction,
} from '../../helpers/rule-fixtures.ts';

describe('undo where rules ran', () => {
  const { database, api, imports } = withImports();
  let account: string;
  let householdId: string;

  const applyRules = () => imports.applyRules();
  const bring = (rows: string[][], header = 'date,amount,name,category'): Promise<string> =>
    imports.bring({
      raw_file_content: csvOf(header, rows),
      account_id: account,
      category_col_label: 'category',
    });
  const older = (fields: object = {}): Promise<string> =>
    newTransaction(database.sql, householdId, {
      account_id: account,
      date: '2025-03-13',
      amount: '-3.50',
      name: 'Cafe Uno',
      ...fields,
    });
  const rowOf = async (id: string): Promise<any> =>
    (await database.sql`select * from transactions where id = ${id}`)[0];
  /** A rule that gives all of a name a merchant and excludes them. */
  const cafeRule = async (): Promise<string> => {
    const merchant = await newNamed(database.sql, 'merchants', householdId);
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'cafe')],
      actions: [action('set_transaction_merchant', merchant), action('exclude_transaction')],
    });
    return merchant;
  };
  const transferRule = async (): Promise<string> => {
    const savings = await imports.addAccount({ name: 'Savings' });
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'to savings')],
      actions: [action('set_as_transfer_or_payment', savings)],
    });
    return savings;
  };

  beforeEach(async () => {
    ({ householdId } = api.tenant);
    for (const table of [
      ...['rule_work', 'rule_runs', 'rules', 'imports', 'import_sessions'],
      ...['accounts', 'merchants', 'categories', 'changes'],
    ])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
    account = await imports.addAccount({ name: 'Everyday' });
  });

  it('keeps what a person edited since, and lists all of it in pages, with date, amount and name', async () => {
    const old = await older();
    await cafeRule();
    const rows = Array.from({ length: 130 }, (_, n) => [
      '2025-04-01',
      `-${n + 1}.00`,
      `Cafe ${n}`,
      '',
    ]);
    const id = await bring([['2025-03-13', '-3.50', 'Cafe Uno', 'Coffee'], ...rows]);
    await applyRules();
    const edit = { body: { excluded: false } };
    await api.request('PATCH', `/api/v1/transactions/${old}`, edit);
    await database.sql`
      update transactions set locked_attributes = '{"notes": "2025-05-01T00:00:00Z"}'
      where import_id = ${id}`;
    const { summary } = await imports.undo(id);
    const changed = await rowOf(old);
    expect([changed.merchantId, changed.categoryId, changed.excluded]).to.deep.equal([
      null,
      null,
      false,
    ]);
    expect(summary.kept).to.have.length(100);
    const listed: any[] = [];
    let cursor = '';
    do {
      const path = `/api/v1/imports/${id}/kept?per_page=50${cursor}`;
      const { body } = await api.answers(200, 'GET', path);
      listed.push(...body.data);
      cursor = body.meta.next_cursor === null ? '' : `&after=${body.meta.next_cursor}`;
    } while (cursor !== '');
    expect(listed).to.have.length(summary.kept_count);
    expect(new Set(listed.map((each) => each.id)).size).to.equal(131);
    expect(listed.find((each) => each.id === old)).to.deep.equal({
      kind: 'transactions',
      id: old,
      line: 2,
      reason: 'edited',
      date: '2025-03-13',
      amount: '-3.50',
      currency: 'EUR',
      name: 'Cafe Uno',
    });
    await api.answers(404, 'GET', `/api/v1/import_sessions/${id}/kept`);
  });

  it('leaves a transfer whole when its row was edited, and names both sides', async () => {
    const savings = await transferRule();
    await older({ name: 'To savings', amount: '-100.00' });
    await database.sql`insert into rule_runs (household_id, execution_type, trigger) values (${householdId}, 'manual', 'request')`;
    await applyRules();
    const { id } = await imports.create({
      raw_file_content: csvOf('date,amount,name', [['2025-03-14', '100.00', 'From everyday']]),
      account_id: savings,
    });
    await imports.publish(id);
    await applyRules();
    const [made] = await database.sql`select id from transactions where import_id = ${id}`;
    const body = { notes: 'mine' };
    await api.request('PATCH', `/api/v1/transactions/${made?.['id']}`, { body });
    const published = await imports.exportText();
    const { summary } = await imports.undo(id);
    expect(summary.kept.some((each: any) => each.id === made?.['id'])).to.equal(true);
    expect(await imports.exportText()).to.equal(published);
  });

  it('restores no category that is gone meanwhile with the file that made it', async () => {
    const made = await imports.bring({
      type: 'CategoryImport',
      raw_file_content: 'name,color\nFood,#112233\n',
    });
    const [food] = await database.sql`
      select id from categories where household_id = ${householdId} and name = 'Food'`;
    const old = await older({ category_id: food?.['id'] });
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'cafe')],
      actions: [
        action('set_transaction_category', await newNamed(database.sql, 'categories', householdId)),
      ],
    });
    const id = await imports.bring({
      raw_file_content: csvOf('date,amount,name,tags', [
        ['2025-03-13', '-3.50', 'Cafe Uno', 'out'],
      ]),
      account_id: account,
      tags_col_label: 'tags',
    });
    await applyRules();
    expect((await imports.undo(made)).summary.removed).to.deep.equal({ categories: 1 });
    expect((await imports.undo(id)).status).to.equal('undone');
    expect((await rowOf(old)).categoryId).to.equal(null);
  });

  it('ends what rules still had to do for the import, and not what they have for others', async () => {
    const old = await older();
    await cafeRule();
    const before = await imports.exportText();
    const id = await bring([['2025-03-13', '-3.50', 'Cafe Uno', 'Coffee']]);
    await imports.undo(id);
    await applyRules();
    expect(await imports.exportText()).to.equal(before);
    const [first, second] = [
      await bring([['2025-03-13', '-3.50', 'Cafe Uno', 'Coffee']]),
      await bring([['2025-03-20', '-8.00', 'Cafe Quattro', '']]),
    ];
    await imports.undo(first);
    await applyRules();
    expect(await rowOf(old)).to.include({ excluded: false });
    const [made] =
      await database.sql`select excluded from transactions where import_id = ${second}`;
    expect(made).to.deep.equal({ excluded: true });
  });
});
