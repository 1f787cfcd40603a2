import { expect } from 'chai';
import { undoWrites } from '../../../shared/removal/undo/undo-writes.ts';
import { importText } from '../../helpers/import-text.ts';
import { rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

const HEAD = 'date,amount,name,status,category\n2025-06-01,-900,Rent,Booked,\n';
const NOW = new Date('2025-06-10T06:00:00Z');

describe('undo of files whose rows a bank has taken over', () => {
  const play = withSyncPlay();

  /** A file that covers the first days of June, too. */
  const bring = async (row: string): Promise<string> => {
    const [link] = await play.links();
    const owner = { householdId: play.owner.householdId, accountId: link!['accountId'] as string };
    return importText(play.database, owner, `${HEAD}${row}\n`, NOW);
  };
  const undo = async (sourceId: string) => {
    const { householdId } = play.owner;
    const source = { householdId, sourceId };
    const { restored, kept } = await play.database.sql.begin((tx) => undoWrites(tx, source, NOW));
    await play.database.sql`update imports set status = 'undone' where id = ${sourceId}`;
    return { restored, reasons: kept.map(({ reason }) => reason) };
  };
  const rows = async () =>
    (await play.live())
      .filter(({ name }) => name !== 'Rent')
      .map((t) => [t['date'], t['amount'], t['name'], t['pending']]);

  for (const isDisconnected of [false, true])
    it(`leaves what the bank has booked as it is, ${isDisconnected ? 'also when no sync will come' : 'and the next sync, too'}`, async () => {
      await play.sync([rowsPage([])]);
      const ids = [
        await bring('2025-06-03,-10,CARD 17 CAFE,Pending,'),
        await bring('2025-06-09,-10,Cafe,Booked,Food'),
      ];
      await play.sync([rowsPage([wireRow('a')])]);
      const booked = [['2025-06-09', '-10', 'Cafe', false]];
      expect(await rows()).to.deep.equal(booked);
      if (isDisconnected)
        await play.database.sql`
          delete from provider_connections where id = ${play.owner.connectionId}`;
      // The category is the file's.
      expect(await undo(ids[1]!)).to.deep.equal({
        restored: { transactions: 1 },
        reasons: ['adopted'],
      });
      expect(await rows()).to.deep.equal(booked);
      expect((await play.live()).map(({ categoryId }) => categoryId)).to.deep.equal([null, null]);
      if (!isDisconnected) await play.sync([rowsPage([wireRow('a')])]);
      expect(await undo(ids[0]!)).to.deep.equal({ restored: {}, reasons: ['adopted'] });
      expect(await rows()).to.deep.equal(booked);
    });

  it('leaves the lines of a split as the bank’s booking has them', async () => {
    await play.sync([rowsPage([])]);
    await bring('2025-06-03,-10,Cafe,Pending,');
    const { sql } = play.database;
    await sql`update transactions set is_split_parent = true where name = 'Cafe'`;
    await sql`
        insert into transactions (household_id, account_id, date, amount, currency, name, pending, parent_id)
        select household_id, account_id, date, amount, currency, 'Line', pending, id
        from transactions
        where is_split_parent`;
    const second = await bring('2025-06-09,-12,Cafe,Booked,');
    await play.sync([rowsPage([wireRow('a', { amount: -12 })])]);
    const booked = await rows();
    expect(booked).to.have.deep.members([
      ['2025-06-09', '-12', 'Cafe', false],
      ['2025-06-09', '-10', 'Line', false],
      ['2025-06-09', '-2', 'Cafe', false],
    ]);
    await undo(second);
    expect(await rows()).to.deep.equal(booked);
  });

  it('makes pending again what no bank has booked', async () => {
    await play.sync([rowsPage([])]);
    await bring('2025-06-03,-10,CARD 17 CAFE,Pending,');
    const second = await bring('2025-06-09,-10,Cafe,Booked,');
    expect(await undo(second)).to.deep.equal({ restored: { transactions: 1 }, reasons: [] });
    expect(await rows()).to.deep.equal([['2025-06-03', '-10', 'CARD 17 CAFE', true]]);
  });
});
