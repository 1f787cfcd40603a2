import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { ROWS, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

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
  for (const [days, rows] of [
    [-1, 1],
    [0, 1],
    [14, 1],
    [-2, 2],
    [15, 2],
  ] as const) {
    it(`posted ${days} days after its pending form: ${rows} wireRow(s)`, async () => {
      const date = '2025-05-20';
      const posted = wireRow('x', { date: addDays(date, days) });
      const found = await lists([pending('p', { date })], [pending('p', { date }), posted]);
      expect(found).to.have.length(rows);
    });
  }
  for (const [name, posted] of Object.entries({
    'another currency': { currency: 'USD' },
    'the opposite sign': { amount: 10 },
    'a smaller amount': { amount: -9.99 },
    'more than 30 % more': { amount: -13.01 },
    'a tip at another merchant': { amount: -11, merchant: 'Bistro' },
  })) {
    it(`does not settle on a row of ${name}`, async () => {
      expect(await lists([pending('p')], [wireRow('x', posted)])).to.have.length(2);
    });
  }
  for (const amount of [-10, -10.01, -13]) {
    it(`settles on ${amount} of the same merchant`, async () => {
      const found = await lists([pending('p')], [wireRow('x', { amount, date: day(1) })]);
      expect(found).to.deep.equal([`${day(1)} ${amount} posted`]);
    });
  }
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
  it('that loses its id and gets one again stays one row', async () => {
    await play.sync([rowsPage([pending(null)])]);
    await play.sync([rowsPage([pending('p')])]);
    await play.sync([rowsPage([wireRow('p')])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 posted']);
  });
  it('three equal ones without ids post one after the other', async () => {
    await play.sync([rowsPage([pending(null), pending(null), pending(null)])]);
    await play.sync([rowsPage([wireRow('x'), pending(null), pending(null)])]);
    expect(await play.ledger()).to.have.length(3);
    await play.sync([rowsPage([wireRow('x'), wireRow('y'), pending(null)])]);
    expect(await play.ledger()).to.have.length(3);
    await play.sync([rowsPage([wireRow('x'), wireRow('y'), wireRow('z')])]);
    expect(await play.ledger()).to.deep.equal(Array(3).fill('2025-06-09 -10 posted'));
  });
  it('missing once, listed again, missing once: kept', async () => {
    await play.sync([rowsPage([pending('p')])]);
    for (const rows of [[], [pending('p')], []]) await play.sync([rowsPage(rows)]);
    expect(await play.ledger()).to.have.length(1);
    await play.sync([rowsPage([])]);
    expect(await play.ledger()).to.have.length(0);
  });
  it('that was given up and posts after all comes back as the same row', async () => {
    await play.sync([rowsPage([pending('p')])]);
    const [before] = await play.live();
    for (let index = 0; index < 2; index += 1) await play.sync([rowsPage([])]);
    expect(await play.live()).to.have.length(0);
    await play.sync([rowsPage([wireRow('x', { date: day(2) })])]);
    expect((await play.live()).map(({ id }) => id)).to.deep.equal([before!['id']]);
  });
  it('failed reads are no misses', async () => {
    await play.sync([rowsPage([pending('p')])]);
    for (let index = 0; index < 3; index += 1) {
      await play.sync([{ path: ROWS, status: 500, json: {}, times: 9 }]);
    }
    await play.sync([rowsPage([])]);
    expect(await play.ledger()).to.have.length(1);
  });
  it('a posted row never becomes pending again by a stale copy without id', async () => {
    await play.sync([rowsPage([pending(null)])]);
    await play.sync([rowsPage([wireRow('x')])]);
    await play.sync([rowsPage([wireRow('x'), pending(null)])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 posted']);
  });
});
