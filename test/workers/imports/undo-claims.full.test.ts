import { expect } from 'chai';
import { cases } from '../../helpers/cases.ts';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { importChunks } from '../../helpers/import-sessions.ts';
import { newRule, newTransaction } from '../../helpers/rule-fixtures.ts';
import * as sample from '../../helpers/sample-records.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

const HEADER = 'date,amount,name,category,tags,account';
const ROWS = [
  ['2025-03-13', '-3.50', 'Cafe Uno', 'Food: Coffee', 'out', 'Wallet'],
  ['2025-03-14', '-4.00', 'Cafe Due', 'Food: Cake', 'out', 'Wallet'],
];

describe('what several imports have', () => {
  const { database, api, imports } = withImports();

  const bring = (rows: string[][] = ROWS): Promise<string> =>
    imports.bring({
      raw_file_content: csvOf(HEADER, rows),
      category_col_label: 'category',
      tags_col_label: 'tags',
    });
  const reasons = (kept: any[]): string[] => [...new Set(kept.map(({ reason }) => reason))].sort();
  const transactionsOf = async (id: string): Promise<any[]> =>
    (await api.get(`/api/v1/transactions?import_id=${id}`)).data;

  beforeEach(async () => {
    const { householdId } = api.tenant;
    for (const table of ['imports', 'import_sessions', 'accounts', 'categories', 'tags'])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
  });

  it('gives the lines of a split the currency that the first file had not said, until it is undone', async () => {
    const account_id = await imports.addAccount({ name: 'Wallet' });
    const file = (header: string, ...more: string[]) => ({
      account_id,
      raw_file_content: csvOf(header, [['2025-03-13', '-3.50', 'Cafe Uno', ...more]]),
    });
    await newRule(database.sql, api.tenant.householdId, {});
    const first = await imports.bring(file('date,amount,name'));
    const [{ id }] = await transactionsOf(first);
    const splits = [{ amount: '-1.50' }, { amount: '-2.00' }];
    await api.answers(200, 'PATCH', `/api/v1/transactions/${id}`, { body: { splits } });
    const currencies = async (): Promise<string[]> =>
      (await api.get('/api/v1/transactions')).data.map(({ currency }: any) => currency);
    const second = await imports.bring(file('date,amount,name,currency', 'USD'));
    expect(await currencies()).to.deep.equal(['USD', 'USD', 'USD']);
    const work = await database.sql`
      select 1 from rule_work where source_id = ${second} and cardinality(transaction_ids) = 2`;
    expect(work).to.have.length(1);
    await imports.undo(second);
    expect(await currencies()).to.deep.equal(['EUR', 'EUR', 'EUR']);
  });

  for (const order of [
    [0, 2, 1],
    [2, 1, 0],
    [0, 1, 2],
    [1, 0, 2],
  ].slice(0, cases(20)))
    it(`goes with the last of them, undone in the order ${order.join(', ')}`, async () => {
      const before = await imports.exportText();
      const more = [...ROWS, ['2025-03-20', '-9.00', 'Kiosk', 'Food: Coffee', 'out', 'Wallet']];
      const ids = [await bring(), await bring(), await bring(more)];
      for (const [place, index] of order.entries()) {
        expect(await imports.exportText()).to.not.equal(before);
        const { summary } = await imports.undo(ids[index] ?? '');
        const isLast = place === order.length - 1;
        if (isLast) expect(summary.kept).to.deep.equal([]);
        else expect(reasons(summary.kept)).to.not.include('edited');
      }
      expect(await imports.exportText()).to.equal(before);
    });

  it('goes even if what used it found something else while the first was undone', async () => {
    const { householdId } = api.tenant;
    const first = await bring();
    const second = await bring([['2025-03-20', '-9.00', 'Kiosk', 'Food: Coffee', 'out', 'Wallet']]);
    // The undo waits here, once it has decided on the categories.
    const release = await holdLock(database.sql, (tx) => tx`lock table accounts in share mode`);
    const undone = imports.undo(first);
    await untilWaiting(database.sql);
    await database.sql`
      update transactions set category_id = null
      where household_id = ${householdId} and name = 'Kiosk'`;
    await release();
    await undone;
    expect((await api.get('/api/v1/categories')).data).to.deep.equal([]);
    const { summary } = await imports.undo(second);
    expect(summary.kept).to.deep.equal([]);
  });

  for (const order of [
    [0, 1],
    [1, 0],
  ])
    it(`leaves what the other states of older rows until that is undone, in the order ${order.join(', ')}`, async () => {
      const account_id = await imports.addAccount({ name: 'Wallet' });
      const file = (...rows: string[][]): Promise<string> =>
        imports.bring({
          ...{ account_id, status_col_label: 'status' },
          ...{ category_col_label: 'category', tags_col_label: 'tags' },
          raw_file_content: csvOf('date,amount,name,status,category,tags', rows),
        });
      await file(
        ['2025-03-01', '-5.00', 'Shop', 'Booked', '', ''],
        ['2025-03-02', '-20.00', 'Resto', 'Pending', '', ''],
      );
      const before = await imports.exportText();
      const shop = ['2025-03-01', '-5.00', 'Shop', 'Booked'];
      const resto = ['2025-03-03', '-22.00', 'Resto', 'Booked'];
      const ids = [
        await file([...shop, 'Food', 'out|mine'], [...resto, 'Treats', '']),
        await file([...shop, 'Food', 'out'], [...resto, '', '']),
      ];
      const rows = async (): Promise<unknown[]> =>
        (await api.get('/api/v1/transactions')).data.map((row: any) => [
          ...[row.name, row.amount, row.pending, row.category_name, row.tag_names.join()],
        ]);
      const both = await rows();
      const { summary } = await imports.undo(ids[order[0] ?? 0] ?? '');
      if (order[0] === 0) {
        expect(reasons(summary.kept)).to.deep.equal(['claimed', 'in_use']);
        expect(await rows()).to.deep.equal([
          ['Resto', '-22', false, null, ''],
          ['Shop', '-5', false, 'Food', 'out'],
        ]);
      } else expect(await rows()).to.deep.equal(both);
      expect((await imports.undo(ids[order[1] ?? 0] ?? '')).summary.kept).to.deep.equal([]);
      expect(await imports.exportText()).to.equal(before);
    });

  for (const [what, rows, left] of [
    [
      'category and notes',
      [
        ['-5.00', 'Shop', 'Booked', '', ''],
        ['-5.00', 'Shop', 'Booked', 'Treats', 'note Treats'],
        ['-5.00', 'Shop', 'Booked', 'Food', 'note Food'],
      ],
      ['Shop', '-5', false, null, null],
    ],
    [
      'another spelling',
      [
        ['-5.00', 'Shop', 'Pending', '', ''],
        ['-5.00', 'SHOP', 'Booked', 'Meals: Food', 'note'],
        ['-5.00', 'shop', 'Booked', 'Meals: Food', ''],
      ],
      ['Shop', '-5', false, 'Food', null],
    ],
  ] as const)
    it(`takes back what only the undone one said: ${what}`, async () => {
      const account_id = await imports.addAccount({ name: 'Wallet' });
      const ids: string[] = [];
      for (const row of rows)
        ids.push(
          await imports.bring({
            ...{ account_id, status_col_label: 'status' },
            ...{ category_col_label: 'category', notes_col_label: 'notes' },
            raw_file_content: csvOf('date,amount,name,status,category,notes', [
              ['2025-03-01', ...row],
            ]),
          }),
        );
      expect(await imports.verdictsOf({ id: ids[2] ?? '' })).to.equal('duplicate');
      await imports.undo(ids[1] ?? '');
      const found = (await api.get('/api/v1/transactions')).data.map((row: any) => [
        ...[row.name, row.amount, row.pending, row.category_name, row.notes],
      ]);
      expect(found).to.deep.equal([left]);
      const categories = (await api.get('/api/v1/categories')).data.map(({ name }: any) => name);
      expect(categories).to.not.include('Treats');
    });

  it('takes back the color of a category that a later file names without one', async () => {
    await database.sql`
      insert into categories (household_id, name, color)
      values (${api.tenant.householdId}, 'Food', '#000000')`;
    const file = (row: string) =>
      imports.bring({ type: 'CategoryImport', raw_file_content: `name,color\n${row}\n` });
    const first = await file('Food,#111111');
    await file('Food,');
    const { summary } = await imports.undo(first);
    expect(summary).to.deep.include({ kept: [], restored: { categories: 1 } });
    const [category] = (await api.get('/api/v1/categories')).data;
    expect(category.color).to.equal('#000000');
  });

  it('stays when a person edited it before the last of them was undone', async () => {
    const [first, second] = [await bring(), await bring()];
    await imports.undo(first);
    const [row] = await transactionsOf(second);
    const path = `/api/v1/transactions/${row.id}`;
    await api.request('PATCH', path, { body: { notes: 'mine' } });
    const { summary } = await imports.undo(second);
    expect(summary.kept.filter(({ kind }: any) => kind === 'transactions')).to.have.length(1);
    expect(reasons(summary.kept)).to.deep.equal(['edited', 'in_use']);
    await api.answers(200, 'GET', path);
  });

  for (const order of [
    [0, 1],
    [1, 0],
  ])
    for (const isEditedFirst of [true, false])
      it(`stays as the person edited it ${isEditedFirst ? 'before' : 'after'} another import changed it, in the order ${order.join(', ')}`, async () => {
        const bare = [['2025-03-13', '-3.50', 'Cafe Uno', '', '', 'Wallet']];
        const first = await bring(bare);
        const [row] = await transactionsOf(first);
        const path = `/api/v1/transactions/${row.id}`;
        const edit = () => api.answers(200, 'PATCH', path, { body: { notes: 'mine' } });
        if (isEditedFirst) await edit();
        const ids = [first, await bring(ROWS.slice(0, 1))];
        if (!isEditedFirst) await edit();
        await imports.undo(ids[order[0] ?? 0] ?? '');
        const { summary } = await imports.undo(ids[order[1] ?? 0] ?? '');
        expect(reasons(summary.kept)).to.include('edited');
        expect((await api.get(path)).data).to.deep.include({
          notes: 'mine',
          category_id: null,
          tag_ids: [],
        });
        expect((await api.get('/api/v1/categories')).data).to.be.empty;
      });

  it('passes from a session to the file that claims it', async () => {
    const { householdId } = api.tenant;
    const before = await imports.exportText();
    const lines = [
      sample.account,
      sample.transaction({ id: 'x', name: 'Claimed', amount: '4.25' }),
    ];
    const stored = await importChunks(database, [lines], { household: householdId });
    const [row] = await transactionsOf(stored.sessionId);
    expect(row.name).to.equal('Claimed');
    const file = csvOf('date,amount,name,account', [['2024-03-01', '-4.25', 'CLAIMED', 'A']]);
    const { id } = await imports.create({ raw_file_content: file });
    await imports.publish(id);
    expect(reasons((await imports.undoSession(stored.sessionId)).undo.kept)).to.include('claimed');
    expect((await imports.undo(id)).summary.kept).to.deep.equal([]);
    expect(await imports.exportText()).to.equal(before);
  });

  it('is shown by the rows of a file and by a filter of the transactions', async () => {
    const first = await bring();
    const second = await bring([...ROWS, ['2025-03-20', '-9.00', 'Kiosk', '', '', 'Wallet']]);
    const rowsOf = async (id: string, verdict: string) =>
      (await imports.call('GET', `/${id}/rows?verdict=${verdict}`, 200)).map(
        ({ of }: any) => of.transaction_id,
      );
    const made = (await transactionsOf(first)).map(({ id }) => id);
    expect(made.sort()).to.deep.equal((await rowsOf(first, 'new')).sort());
    expect((await rowsOf(second, 'duplicate')).sort()).to.deep.equal(made);
    const added = await transactionsOf(second);
    expect(added.map(({ name }) => name)).to.deep.equal(['Kiosk']);
    expect(await rowsOf(second, 'new')).to.deep.equal([added[0].id]);
    const stranger = await api.request('GET', `/api/v1/transactions?import_id=${made[0]}`);
    expect(stranger.body.data).to.deep.equal([]);
  });

  it('adds to the log of an older transaction what an import changed in it, and its undo', async () => {
    const account = await imports.addAccount({ name: 'Wallet' });
    const bought = { date: '2025-03-13', amount: '-3.50', name: 'Cafe Uno' };
    const row = { account_id: account, ...bought };
    const older = await newTransaction(database.sql, api.tenant.householdId, row);
    const id = await bring();
    const log = async () => {
      const path = `/api/v1/transactions/${older}/changes`;
      const { body } = await api.request('GET', path);
      return body.data.map((line: any) => [
        ...[line.attribute, line.source, line.import_id],
        ...[line.old_value === null, line.new_value === null],
      ]);
    };
    const brought = await log();
    expect(brought.sort()).to.deep.equal([
      ['category_id', 'import', id, true, false],
      ['tag_ids', 'import', id, true, false],
    ]);
    await imports.undo(id);
    expect(await log()).to.deep.include(['category_id', 'import', id, false, true]);
  });
});
