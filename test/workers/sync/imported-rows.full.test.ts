import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { listTransactions } from '../../../shared/ledger/transaction-list.ts';
import { changesOf } from '../../helpers/changes-of.ts';
import { importText } from '../../helpers/import-text.ts';
import { newRule } from '../../helpers/rule-fixtures.ts';
import { rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

const NOW = new Date('2025-06-10T06:00:00Z');

describe('sync: rows that a file brought', () => {
  const play = withSyncPlay();

  const importLines = async (...lines: string[]): Promise<void> => {
    const [link] = await play.links();
    const { householdId } = play.owner;
    const accountId = link!['accountId'] as string;
    await importText(play.database, { householdId, accountId }, `${lines.join('\n')}\n`, NOW);
  };
  const importRows = (rows: readonly (readonly string[])[]): Promise<void> =>
    importLines('date,amount,name', ...rows.map((row) => row.join(',')));

  it('are taken over by the bank’s row, with the id and what people made of them', async () => {
    await play.sync([rowsPage([])]);
    await importRows([
      ['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123'],
      ['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123'],
    ]);
    const before = await play.live();
    await play.database.sql`
      update transactions
      set notes = 'mine', locked_attributes = '{"notes": "2025-06-10"}'
      where id = ${before[0]!['id']}`;
    await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
    const rows = await play.live();
    expect(rows.map(({ id }) => id).sort()).to.deep.equal(before.map(({ id }) => id).sort());
    expect(rows.map(({ source, externalId, date }) => [source, externalId, date])).to.deep.equal([
      ['provider', 'a', '2025-06-09'],
      ['provider', 'b', '2025-06-09'],
    ]);
    expect(rows.map(({ notes }) => notes).sort()).to.deep.equal(['mine', null]);
    await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
    expect(await play.ledger()).to.have.length(2);
  });

  it('take their lines to the bank’s day and currency', async () => {
    await play.sync([rowsPage([])]);
    await importRows([['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123']]);
    const { sql } = play.database;
    await sql`update transactions set is_split_parent = true`;
    await sql`
      insert into transactions (household_id, account_id, date, amount, currency, name, parent_id)
      select household_id, account_id, date, amount / 2, currency, name, id
      from transactions, generate_series(1, 2)`;
    await play.sync([rowsPage([wireRow('a', { currency: 'USD' })])]);
    const rows = await play.live();
    expect(rows.map(({ date, currency }) => `${date} ${currency}`)).to.deep.equal(
      Array.from({ length: 3 }, () => '2025-06-09 USD'),
    );
  });

  it('are taken over in the bank’s currency where no file has said one', async () => {
    await play.sync([rowsPage([])]);
    await importRows([['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123']]);
    const [before] = await play.live();
    await importLines('date,amount,name,currency', '2025-06-07,-20,KIOSK,EUR');
    const dollars = { currency: 'USD' };
    await play.sync([rowsPage([wireRow('a', dollars), wireRow('b', { ...dollars, amount: -20 })])]);
    const rows = await play.live();
    expect(
      rows.map(({ amount, currency }) => `${Number(amount)} ${currency}`).sort(),
    ).to.deep.equal(['-10 USD', '-20 EUR', '-20 USD']);
    expect(rows.find(({ externalId }) => externalId === 'a')).to.include({ id: before!['id'] });
    const lines = await changesOf(
      play.database.sql,
      play.owner.householdId,
      before!['id'] as string,
    );
    expect(lines.find(({ attribute }) => attribute === 'currency')).to.include({
      source: 'provider',
      oldValue: 'EUR',
      newValue: 'USD',
    });
  });

  it('are counted as taken over, and say in their log what the sync made of them', async () => {
    await newRule(play.database.sql, play.owner.householdId, {});
    await play.sync([rowsPage([])]);
    await importRows([['2025-06-08', '-10', 'KARTENZAHLUNG CAFE 123']]);
    const [row] = await play.live();
    const sync = await play.sync([rowsPage([wireRow('a')])]);
    const [account] = await play.accountsOf(sync);
    expect(account?.counts).to.include({ created: 0, adopted: 1 });
    const { householdId } = play.owner;
    const filter = { syncId: sync.id };
    const page = { page: 1, perPage: 10 };
    const { rows } = await listTransactions(play.database.sql, householdId, filter, 'date', page);
    expect(rows.map(({ id }) => id)).to.deep.equal([row!['id']]);
    const lines = await changesOf(play.database.sql, householdId, row!['id'] as string);
    const log = lines.map((line) => [line.attribute, line.source, line.syncId, line.oldValue]);
    expect(log).to.deep.equal([
      ['date', 'provider', sync.id, '2025-06-08'],
      ['name', 'provider', sync.id, 'KARTENZAHLUNG CAFE 123'],
      ['source', 'provider', sync.id, 'csv_import'],
    ]);
    const work = await play.database.sql`
      select 1 from rule_work where ${row!['id'] as string} = any(transaction_ids)`;
    expect(work).to.not.have.length(0);
  });

  it('are one with a pending row that posts with a tip, and what people made of them stays', async () => {
    await play.sync([rowsPage([wireRow('a', { isPending: true })])]);
    await importRows([['2025-06-09', '-12', 'Cafe']]);
    expect(await play.ledger()).to.have.length(2);
    await play.database.sql`
      with merchant as (
        insert into merchants (household_id, name) values (${play.owner.householdId}, 'Mine') returning id
      )
      update transactions
      set excluded = true, merchant_id = merchant.id, name = 'Mine',
        locked_attributes = '{"excluded": "2025-06-10", "merchant_id": "2025-06-10", "name": "2025-06-10"}'
      from merchant
      where household_id = ${play.owner.householdId} and amount = -12`;
    await play.sync([rowsPage([wireRow('a', { amount: -12 })])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -12 posted']);
    const [row] = await play.live();
    expect(row).to.include({ excluded: true, name: 'Mine' });
    expect(row!['merchantId']).to.be.a('string');
  });

  it('leave the name of a bank’s row that they are one with to the bank, whatever a rule called them', async () => {
    await play.sync([rowsPage([wireRow('a', { isPending: true })])]);
    await importRows([['2025-06-09', '-12', 'Cafe']]);
    await play.database.sql`
      update transactions
      set name = 'By a rule', rule_attributes = '{"name": "2025-06-10"}'
      where household_id = ${play.owner.householdId} and amount = -12`;
    for (const merchant of ['Cafe', 'Cafe Nova']) {
      await play.sync([rowsPage([wireRow('a', { amount: -12, merchant })])]);
      expect((await play.live()).map(({ name }) => name)).to.deep.equal([merchant]);
    }
  });

  it('hand their lines to the bank’s row that they are one with', async () => {
    await play.sync([rowsPage([wireRow('a', { isPending: true })])]);
    await importRows([['2025-06-08', '-12', 'Cafe']]);
    await play.database.sql`
      with parent as (
        update transactions
        set is_split_parent = true, excluded = true
        where household_id = ${play.owner.householdId} and amount = -12
        returning *
      )
      insert into transactions (household_id, account_id, parent_id, date, amount, currency, name)
      select household_id, account_id, id, date, amount, currency, 'Line'
      from parent`;
    await newRule(play.database.sql, play.owner.householdId, {});
    await play.sync([rowsPage([wireRow('a', { amount: -12 })])]);
    const [parent, line] = (await play.live()).toSorted((one) => (one['parentId'] ? 1 : -1));
    expect(parent).to.include({ isSplitParent: true, excluded: true, source: 'provider' });
    expect(line).to.include({ name: 'Line', parentId: parent!['id'] });
    const work = await play.database.sql`
      select 1 from rule_work where ${line!['id'] as string} = any(transaction_ids)`;
    expect(work).to.have.length(1);
  });

  describe('as pending', () => {
    const importPending = (date: string, name = 'Cafe'): Promise<void> =>
      importLines('date,amount,name,status', `${date},-10,${name},Pending`);
    const postings = { 'days later': wireRow('a'), 'with a tip': wireRow('a', { amount: -12 }) };
    for (const [how, row] of Object.entries(postings)) {
      it(`are taken over by the bank’s row that posts ${how}`, async () => {
        await play.sync([rowsPage([])]);
        await importPending('2025-06-03');
        const [before] = await play.live();
        await play.sync([rowsPage([row])]);
        const rows = await play.live();
        expect(rows.map(({ id, source, pending }) => [id, source, pending])).to.deep.equal([
          [before!['id'], 'provider', false],
        ]);
        await play.sync([rowsPage([row])]);
        expect(await play.live()).to.have.length(1);
      });
    }

    it('get the difference as one more line of their split when they post with a tip, and the run says so', async () => {
      await play.sync([rowsPage([])]);
      await importPending('2025-06-03');
      const { sql } = play.database;
      await sql`update transactions set is_split_parent = true`;
      await sql`
        insert into transactions (household_id, account_id, date, amount, currency, name, pending, parent_id)
        select household_id, account_id, date, amount, currency, name, pending, id
        from transactions`;
      const sync = await play.sync([rowsPage([wireRow('a', { amount: -12 })])]);
      expect(await play.ledger()).to.have.members(
        [-12, -10, -2].map((n) => `2025-06-09 ${n} posted`),
      );
      const [account] = await play.accountsOf(sync);
      expect(account?.warnings.map(({ code }) => code)).to.deep.equal(['split_amount_changed']);
    });

    it('are one with the bank’s pending row, and post with it', async () => {
      await play.sync([rowsPage([])]);
      await importPending('2025-06-08', 'CARD 1234 CAFE');
      await play.sync([rowsPage([wireRow(null, { isPending: true })])]);
      expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 pending']);
      await play.sync([rowsPage([wireRow('a')])]);
      expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 posted']);
    });

    it('are marked, not removed, when the bank does not have them', async () => {
      await play.sync([rowsPage([])]);
      await importPending('2025-06-08');
      await play.sync([rowsPage([])]);
      await play.sync([rowsPage([])]);
      const rows = await play.live();
      expect(rows.map(({ pending, stalePending }) => [pending, stalePending])).to.deep.equal([
        [true, true],
      ]);
    });

    it('leave what the bank has pending to the bank', async () => {
      await play.sync([rowsPage([wireRow(null, { isPending: true })])]);
      await importPending('2025-06-09');
      await importRows([['2025-06-09', '-10', 'Cafe']]);
      expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 pending']);
    });
  });

  it('are left alone by the row that their file has claimed: a twin that the bank lists later', async () => {
    await play.sync([rowsPage([wireRow('a')])]);
    await importRows([
      ['2025-06-09', '-10', 'Cafe'],
      ['2025-06-09', '-10', 'Cafe'],
    ]);
    await play.sync([rowsPage([wireRow('a', { merchant: 'Cafe Berlin' })])]);
    expect(await play.ledger()).to.have.length(2);
    await play.sync([rowsPage([wireRow('a', { merchant: 'Cafe Berlin' }), wireRow('b')])]);
    expect(await play.ledger()).to.have.length(2);
  });

  describe('of one price, each two days before the day that the bank gives it', () => {
    // Each row of a file that leaves out the first has the day of its neighbour at the bank.
    const DAYS = Array.from({ length: 51 }, (_, n) => addDays('2025-02-01', 2 * n));
    const feed = DAYS.map((date, n) => wireRow(`row-${n}`, { date }));
    const file = DAYS.map((date) => [addDays(date, -2), '-10', 'Cafe']);

    it('find their places when another file was in each other’s', async () => {
      await play.sync([rowsPage(feed)]);
      await importRows(file.slice(1));
      await importRows(file);
      expect(await play.ledger()).to.have.length(DAYS.length);
    });

    it('find their places when the bank lists the last', async () => {
      await play.sync([rowsPage(feed.slice(0, -1))]);
      await importRows(file);
      expect(await play.ledger()).to.have.length(DAYS.length);
      await play.sync([rowsPage(feed)]);
      expect(await play.ledger()).to.have.length(DAYS.length);
    });
  });
});
