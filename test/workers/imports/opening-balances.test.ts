import { expect } from 'chai';
import { findCurrentAccount } from '../../../shared/ledger/current-balances.ts';
import { readDailyBalances } from '../../../shared/ledger/daily-balances.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { account, transaction, valuation } from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the opening balances of a session', () => {
  const database = withDatabase();
  const opening = async (householdId: string) => {
    const rows = await database.sql`
      select v.date, v.amount, a.name
      from valuations v
      join accounts a on a.id = v.account_id
      where v.household_id = ${householdId}
        and v.kind = 'opening_anchor'
      order by a.name`;
    return [...rows];
  };

  it('anchors the day before the oldest record of the whole session', async () => {
    const { householdId } = await importChunks(database, [
      [account, transaction()],
      [transaction({ id: 'x2', date: '2019-03-01' })],
    ]);
    expect(await opening(householdId)).to.deep.equal([
      { date: '2019-02-28', amount: '1', name: 'A' },
    ]);
  });

  it('leaves no other balance: today’s follows from it and from what was booked since', async () => {
    const { householdId } = await importChunks(database, [[account, transaction()]]);
    const [{ id } = { id: '' }] = await database.sql<{ id: string }[]>`
      select id from accounts where household_id = ${householdId}`;
    const range = { startDate: '2024-02-29', endDate: '2024-03-02' };
    const days = await readDailyBalances(database.sql, householdId, [id], range);
    expect(days.get(id)).to.deep.equal(['1', '-9', '-9']);
    const today = await findCurrentAccount(database.sql, householdId, id, new Date());
    expect(today).to.include({ balance: '-9', openingBalance: '1' });
  });

  it('anchors on the first day of all when a record is of that day', async () => {
    const first = transaction({ date: '1900-01-01' });
    const { householdId } = await importChunks(database, [[account, first]]);
    expect((await opening(householdId)).map(({ date }) => date)).to.deep.equal(['1900-01-01']);
  });

  it('anchors two years ago when the account has no records', async () => {
    const clock = { now: () => new Date('2026-02-28T12:00:00Z') };
    const { householdId } = await importChunks(database, [[account]], { clock });
    expect(await opening(householdId)).to.deep.equal([
      { date: '2024-02-28', amount: '1', name: 'A' },
    ]);
  });

  it('leaves accounts alone whose export says so or brings an anchor', async () => {
    const skipped = { ...JSON.parse(account).data, id: 'a3', authoritative_balance_history: true };
    const { householdId } = await importChunks(database, [
      [
        account,
        record('Account', skipped),
        valuation({ date: '2020-01-01', amount: '5', kind: 'opening_anchor' }),
      ],
    ]);
    expect(await opening(householdId)).to.deep.equal([
      { date: '2020-01-01', amount: '5', name: 'A' },
    ]);
  });
});
