import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: the life of pending rows', function () {
  const play = withSyncPlay();

  const pending = (id: string | null, over: object = {}) =>
    wireRow(id, { isPending: true, ...over });
  const day = (offset: number): string => addDays('2025-06-09', offset);
  /** First read with these rows, second one with those. */
  async function lists(first: object[], second: object[]): Promise<string[]> {
    await play.sync([rowsPage(first)]);
    await play.sync([rowsPage(second)]);
    return play.ledger();
  }
  it('does not settle on a row with a tip at another merchant', async () => {
    const tipped = wireRow('x', { amount: -11, merchant: 'Bistro' });
    expect(await lists([pending('p')], [tipped])).to.have.length(2);
  });
  it('a tip settles within seven days, not later', async () => {
    const late = (days: number) => wireRow('x', { amount: -11, date: addDays('2025-06-01', days) });
    expect(await lists([pending('p', { date: '2025-06-01' })], [late(7)])).to.have.length(1);
    await play.database
      .sql`delete from transactions where household_id = ${play.owner.householdId}`;
    expect(await lists([pending('q', { date: '2025-06-01' })], [late(8)])).to.have.length(2);
  });
  it('keeps its row, category and first day when it posts', async () => {
    await play.sync([rowsPage([pending(null)])]);
    const [before] = await play.live();
    await play.sync([rowsPage([wireRow('x', { date: day(1) })])]);
    const [after] = await play.live();
    expect(after).to.include({
      id: before!['id'],
      date: day(1),
      firstSeenDate: '2025-06-09',
      pending: false,
    });
  });
  it('posts under its own id, with another amount', async () => {
    const found = await lists([pending('p')], [wireRow('p', { amount: -20 })]);
    expect(found).to.deep.equal(['2025-06-09 -20 posted']);
  });
});
