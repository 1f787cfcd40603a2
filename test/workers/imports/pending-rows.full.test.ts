import { expect } from 'chai';
import { withImports, csvOf } from '../../helpers/csv-imports.ts';
import { importChunks } from '../../helpers/import-sessions.ts';

const HEADER = 'date,amount,name,status';
type Row = readonly [date: string, amount: string, name: string, status?: string];
const pending = (date: string, amount: string, name: string): Row => [
  date,
  amount,
  name,
  'Pending',
];
const RENT: Row = ['2025-03-01', '-900.00', 'Rent'];

describe('pending rows of files', () => {
  const { database, api, imports } = withImports();
  let account = '';

  beforeEach(async () => {
    account = await imports.freshAccount();
  });

  const create = (rows: readonly Row[], header = HEADER) =>
    imports.create({
      raw_file_content: csvOf(
        header,
        rows.map(([date, amount, name, status = 'Posted']) => [date, amount, name, status]),
      ),
      account_id: account,
    });
  const publish = async (rows: readonly Row[], header?: string) => {
    const published = await imports.publish((await create(rows, header)).id);
    expect(published.error).to.equal(null);
    return published;
  };
  const ledger = async () => {
    const { body } = await api.request('GET', '/api/v1/transactions?per_page=100');
    return (body.data as any[])
      .map((row) => [row.date, row.amount, row.name, ...(row.pending ? ['pending'] : [])])
      .sort((one, other) => (one.join() < other.join() ? -1 : 1));
  };
  const booked = (rows: readonly Row[]) =>
    rows.map(([date, amount, name]) => [date, String(Number(amount)), name]);

  it('are booked in the currency that a later file says, where theirs said none', async () => {
    await publish([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
    const { id } = await imports.create({
      raw_file_content: csvOf(`${HEADER},currency`, [
        ['2025-03-01', '-900.00', 'Rent', 'Posted', 'CHF'],
        ['2025-03-12', '-10.00', 'Cafe', 'Posted', 'CHF'],
      ]),
      account_id: account,
    });
    await imports.publish(id);
    const { body } = await api.request('GET', '/api/v1/transactions');
    expect(
      (body.data as any[]).map((row) => [row.date, row.amount, row.currency, row.pending]),
    ).to.deep.equal([
      ['2025-03-12', '-10', 'CHF', false],
      ['2025-03-01', '-900', 'CHF', false],
    ]);
  });

  it('become pending transactions, with a warning and an inferred setting', async () => {
    const made = await create([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
    expect(made.verdicts).to.include({ new: 2, skipped: 0 });
    expect(made.settings).to.include({ unbooked_rows: 'import_pending' });
    expect(made.inferred_settings).to.include('unbooked_rows');
    expect(made.warnings).to.deep.equal([
      '1 row is imported as pending because the file says so ("Pending" 1): line 3. They become bookings when a later file or sync has them booked; send unbooked_rows=leave_out to leave them out.',
    ]);
    const rows = await imports.call('GET', `/${made.id}/rows`, 200);
    expect(rows.map((row: any) => row.values.pending)).to.deep.equal([false, true]);
    await imports.publish(made.id);
    expect(await ledger()).to.deep.equal([
      ['2025-03-01', '-900', 'Rent'],
      ['2025-03-10', '-10', 'Cafe', 'pending'],
    ]);
  });

  const bookings: Record<string, Row> = {
    'on the same day': ['2025-03-10', '-10.00', 'Cafe'],
    'days later': ['2025-03-19', '-10.00', 'Cafe'],
    'with a tip': ['2025-03-12', '-11.50', 'Cafe'],
    'under another name': ['2025-03-12', '-10.00', 'SumUp *Cafe Uno GmbH'],
  };
  for (const [how, booking] of Object.entries(bookings)) {
    it(`are replaced by their booking ${how}, and are back when it is undone`, async () => {
      const first = [RENT, pending('2025-03-10', '-10.00', 'Cafe')];
      const { id: firstId } = await publish(first);
      const before = await imports.exportText();
      const second: Row[] = [RENT, booking, ['2025-03-20', '-1.00', 'Kiosk']];
      const { id, verdicts } = await publish(second);
      expect(verdicts).to.include({ new: 1, update: 1, duplicate: 1 });
      expect(await ledger()).to.deep.equal(booked(second));
      // Both files again.
      for (const rows of [first, second]) {
        expect((await create(rows)).verdicts, JSON.stringify(rows)).to.include({
          new: 0,
          update: 0,
        });
      }
      await imports.undo(id);
      expect(await imports.exportText()).to.equal(before);
      await imports.undo(firstId);
      expect(await ledger()).to.deep.equal([]);
    });

    it(`go with the last of their imports when the file with the booking ${how} is undone last`, async () => {
      const { id: firstId } = await publish([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
      const { id } = await publish([booking]);
      await imports.undo(firstId);
      expect(await ledger()).to.deep.equal(booked([booking]));
      await imports.undo(id);
      expect(await ledger()).to.deep.equal([]);
    });
  }

  it('are back with the lines of their split when their booking with a tip is undone', async () => {
    await publish([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
    await database.sql`update transactions set is_split_parent = true where name = 'Cafe'`;
    await database.sql`
      insert into transactions (household_id, account_id, date, amount, currency, name, pending, parent_id)
      select household_id, account_id, date, -5, currency, 'Line', pending, id
      from transactions, generate_series(1, 2)
      where is_split_parent`;
    const before = await imports.exportText();
    const { id } = await publish([RENT, ['2025-03-12', '-11.50', 'Cafe']]);
    expect(await ledger()).to.deep.include(['2025-03-12', '-1.5', 'Cafe']);
    await imports.undo(id);
    expect(await imports.exportText()).to.equal(before);
  });

  it('are replaced whatever rules and people locked', async () => {
    await publish([pending('2025-03-10', '-10.00', 'Cafe')]);
    await database.sql`
      update transactions
      set excluded = true, name = 'Mine', locked_attributes = '{"name": "2025-03-10", "excluded": "2025-03-10"}'
      where account_id = ${account}`;
    await publish([['2025-03-11', '-10.00', 'Cafe']]);
    expect(await ledger()).to.deep.equal([['2025-03-11', '-10', 'Mine']]);
  });

  it('stay as many as they are: twins, and a new one like a booked one', async () => {
    const twins = [pending('2025-03-10', '-3.50', 'Cafe'), pending('2025-03-10', '-3.50', 'Cafe')];
    await publish(twins);
    expect((await create(twins)).verdicts).to.include({ new: 0, duplicate: 2 });
    await publish([pending('2025-03-10', '-3.50', 'Cafe'), ['2025-03-10', '-3.50', 'Cafe']]);
    expect(await ledger()).to.deep.equal([
      ['2025-03-10', '-3.5', 'Cafe'],
      ['2025-03-10', '-3.5', 'Cafe', 'pending'],
    ]);
    const { verdicts } = await create([
      pending('2025-03-11', '-3.50', 'Cafe'),
      ['2025-03-10', '-3.50', 'Cafe'],
      ['2025-03-10', '-3.50', 'Cafe'],
    ]);
    expect(verdicts).to.include({ new: 1, update: 1, duplicate: 1 });
  });

  it('are duplicates of what a newer file booked before', async () => {
    await publish([['2025-03-12', '-10.00', 'Cafe']]);
    await publish([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
    expect(await ledger()).to.deep.equal(booked([RENT, ['2025-03-12', '-10.00', 'Cafe']]));
  });

  it('are named and marked when a later file that covers their day has them no more, never deleted', async () => {
    await publish([pending('2025-03-10', '-10.00', 'Cafe'), pending('2025-03-20', '-5.00', 'Bar')]);
    const before = await imports.exportText();
    const { id, warnings } = await publish([RENT, ['2025-03-12', '-1.00', 'Kiosk']]);
    expect(warnings).to.deep.equal([
      '1 pending transaction is not in this file, neither pending nor booked, though it covers the day: 2025-03-10 -10 EUR Cafe. Delete what was never booked.',
    ]);
    const stale = async () =>
      (await api.get('/api/v1/transactions?pending=true')).data.map((row: any) => [
        row.name,
        row.stale_pending,
      ]);
    expect(await stale()).to.deep.equal([
      ['Bar', false],
      ['Cafe', true],
    ]);
    await imports.undo(id);
    expect(await stale()).to.deep.equal([
      ['Bar', false],
      ['Cafe', false],
    ]);
    expect(await imports.exportText()).to.equal(before);
    // A file of another make may not list what is pending.
    const other = await publish([RENT, ['2025-03-12', '-1.00', 'Kiosk']], 'Date,amount,name,Info');
    expect(other.warnings).to.deep.equal([]);
  });

  it('leave the choice to a person where a booking may be one of several', async () => {
    await publish([
      pending('2025-03-10', '-10.00', 'Cafe'),
      pending('2025-03-11', '-10.50', 'Cafe'),
    ]);
    const file: Row[] = [RENT, ['2025-03-12', '-11.00', 'Cafe']];
    await publish(file);
    expect(await ledger()).to.have.length(4);
    const { body } = await api.request('GET', '/api/v1/transaction_suggestions');
    const [{ id, candidates }] = body.data;
    expect(candidates.map((row: any) => row.amount).sort()).to.deep.equal(['-10', '-10.5']);
    const candidate_id = candidates.find((row: any) => row.amount === '-10.5').id;
    await api.answers(200, 'POST', `/api/v1/transaction_suggestions/${id}/accept`, {
      body: { candidate_id },
    });
    const chosen = [
      ['2025-03-01', '-900', 'Rent'],
      ['2025-03-10', '-10', 'Cafe', 'pending'],
      ['2025-03-12', '-11', 'Cafe'],
    ];
    expect(await ledger()).to.deep.equal(chosen);
    const { verdicts } = await publish(file);
    expect(verdicts).to.include({ new: 0, duplicate: 2 });
    expect(await ledger()).to.deep.equal(chosen);
  });

  it('can be booked by a person before they are published', async () => {
    const { id } = await create([pending('2025-03-10', '-10.00', 'Cafe')]);
    await imports.call('PATCH', `/${id}/rows/2`, 200, { values: { pending: false } });
    await imports.publish(id);
    expect(await ledger()).to.deep.equal([['2025-03-10', '-10', 'Cafe']]);
  });

  it('meet their booking after their household was exported and restored', async () => {
    await publish([RENT, pending('2025-03-10', '-10.00', 'Cafe')]);
    const text = await imports.exportText();
    await imports.freshAccount();
    await database.sql`delete from accounts where household_id = ${api.tenant.householdId}`;
    const household = api.tenant.householdId;
    await importChunks(database, [text.trimEnd().split('\n')], { household });
    const [row] = await database.sql<{ id: string }[]>`
      select id from accounts where household_id = ${api.tenant.householdId}`;
    account = row?.id ?? '';
    const { verdicts } = await publish([RENT, ['2025-03-14', '-10.00', 'Cafe']]);
    expect(verdicts).to.include({ new: 0, update: 1, duplicate: 1 });
    expect(await ledger()).to.deep.equal(booked([RENT, ['2025-03-14', '-10.00', 'Cafe']]));
  });
});
