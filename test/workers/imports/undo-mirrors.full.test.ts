import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import {
  action,
  condition,
  newRule,
  newTransaction,
  runRules,
} from '../../helpers/rule-fixtures.ts';

describe('undo where a row took the place of a mirror', () => {
  const { database, api, imports } = withImports();
  let giro: string;
  let savings: string;
  let before: string;

  const bring = async (account_id: string, ...row: string[]): Promise<string> => {
    const raw_file_content = csvOf('date,amount,name', [row]);
    const id = await imports.bring({ raw_file_content, account_id });
    await imports.applyRules();
    return id;
  };
  const payment = () => bring(giro, '2026-03-05', '-12.50', 'Transfer');
  const arrival = () => bring(savings, '2026-03-07', '12.50', 'SHOP');
  const ledger = async (): Promise<any[]> =>
    database.sql`
      select t.name, t.kind, t.rule_attributes ? 'kind' as is_set,
        exists (select 1 from transfers f where t.id in (f.inflow_transaction_id, f.outflow_transaction_id)) as is_paired
      from transactions t
      where t.household_id = ${api.tenant.householdId}
        and t.removed_at is null
      order by t.name`;
  const edit = async (name: string): Promise<void> => {
    const { data } = await api.get(`/api/v1/transactions?search=${name}`);
    const row = data.find((each: any) => each.name === name);
    await api.answers(200, 'PATCH', `/api/v1/transactions/${row.id}`, { body: { notes: 'mine' } });
  };
  const undo = async (id: string): Promise<any> => {
    const undone = await imports.undo(id);
    expect([undone.status, undone.error]).to.deep.equal(['undone', null]);
    return undone.summary;
  };

  beforeEach(async () => {
    const { householdId } = api.tenant;
    for (const table of ['rule_work', 'rule_runs', 'rules', 'imports', 'accounts', 'changes'])
      await database.sql`delete from ${database.sql(table)} where household_id = ${householdId}`;
    giro = await imports.addAccount({ name: 'Giro' });
    savings = await imports.addAccount({ name: 'Savings' });
    await newRule(database.sql, householdId, {
      conditions: [
        condition('transaction_name', 'like', 'transfer'),
        condition('transaction_type', '=', 'expense'),
      ],
      actions: [action('set_as_transfer_or_payment', savings)],
    });
    before = await imports.exportText();
  });

  const whole = [
    { name: 'Transfer', kind: 'funds_movement', isSet: true, isPaired: true },
    { name: 'Transfer from Giro', kind: 'funds_movement', isSet: true, isPaired: true },
  ];
  for (const order of [
    [0, 1],
    [1, 0],
  ])
    it(`brings the mirror back to the payment that a person edited, in the order ${order.join(', ')}`, async () => {
      const ids = [await payment(), await arrival()];
      await edit('Transfer');
      for (const place of order) {
        const { kept } = await undo(ids[place] ?? '');
        const names = await ledger();
        for (const { kind, name } of kept)
          if (kind === 'transactions') expect(names.map((row) => row.name)).to.include(name);
      }
      expect(await ledger()).to.deep.equal(whole);
    });

  for (const order of [
    [0, 1],
    [1, 0],
  ])
    it(`brings the mirror back once no import has the row that took its place, in the order ${order.join(', ')}`, async () => {
      const { householdId } = api.tenant;
      await newTransaction(database.sql, householdId, {
        ...{ account_id: giro, date: '2026-03-05', amount: '-12.50', name: 'Transfer' },
      });
      await runRules(database, householdId);
      const ids = [await arrival(), await arrival()];
      for (const place of order) await undo(ids[place] ?? '');
      expect(await ledger()).to.deep.equal(whole);
    });

  it('hands the mirror on with the payment that another import claims', async () => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
    ]) {
      const ids = [await payment(), await arrival(), await payment()];
      for (const place of order) await undo(ids[place] ?? '');
      expect(await imports.exportText(), order.join(', ')).to.equal(before);
    }
  });

  it('hands each mirror to those who claim its own payment', async () => {
    const two = csvOf('date,amount,name', [
      ['2026-03-05', '-12.50', 'Transfer'],
      ['2026-03-05', '-30.00', 'Transfer'],
    ]);
    const first = await imports.bring({ raw_file_content: two, account_id: giro });
    await imports.applyRules();
    await payment();
    await undo(await bring(giro, '2026-03-05', '-30.00', 'Transfer'));
    const other = await bring(giro, '2026-03-05', '-30.00', 'Transfer');
    await undo(first);
    await undo(other);
    expect(await ledger()).to.deep.equal(whole);
  });

  it('leaves the row that a person edited an ordinary one, once the payment is gone', async () => {
    for (const isEdited of [false, true])
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        await database.sql`delete from imports`;
        await database.sql`delete from transactions`;
        const ids = [await payment(), await arrival()];
        if (isEdited) await edit('SHOP');
        for (const place of order) {
          await undo(ids[place] ?? '');
          for (const row of await ledger())
            expect(row.kind).to.equal(row.isPaired ? 'funds_movement' : 'standard');
        }
        const shop = { name: 'SHOP', kind: 'standard', isSet: false, isPaired: false };
        expect(await ledger()).to.deep.equal(isEdited ? [shop] : []);
      }
  });

  it('names no mirror that stays out of the ledger', async () => {
    await payment();
    const id = await arrival();
    const [pair] = await database.sql`select id from transfers`;
    await api.answers(204, 'DELETE', `/api/v1/transfers/${pair?.['id']}`);
    const { kept } = await undo(id);
    expect(kept.filter(({ kind }: any) => kind === 'transactions')).to.deep.equal([]);
  });
});
