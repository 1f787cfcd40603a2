import { expect } from 'chai';
import { addDays } from '#preflight/days';
import { updateHousehold } from '../../../shared/households/households.ts';
import { rowsPage, wireRow, withSyncPlay, type Row } from '../../helpers/sync-play.ts';

describe('sync: no row lost, none doubled', function () {
  const play = withSyncPlay();
  const ids = async () => (await play.live()).map((row) => row['externalId']);
  const total = async () => (await play.live()).length;

  it('when the household moves: a timestamp keeps the day of the time zone that it fell in', async () => {
    const moveTo = (timeZone: string) =>
      updateHousehold(
        play.database.sql,
        play.owner.householdId,
        { timeZone },
        play.harness.clock.now(),
      );
    const date = '2025-06-09T11:00:00Z';
    const rows = [
      wireRow('a', { date, amount: -1 }),
      wireRow(null, { date, amount: -2 }),
      wireRow(null, { date: '1749466800', amount: -3 }),
      wireRow(null, { date, amount: -4, isPending: true }),
    ];
    await moveTo('America/New_York');
    await moveTo('Pacific/Kiritimati');
    await play.sync([rowsPage(rows)]);
    const ledger = await play.ledger();
    expect(new Set(ledger.map((line) => line.slice(0, 10)))).to.have.keys('2025-06-10');
    await moveTo('UTC');
    await play.sync([rowsPage(rows)]);
    await moveTo('Asia/Tokyo');
    rows.push(wireRow(null, { date: '2025-06-11T23:00:00Z', amount: -5 }));
    rows.push(wireRow(null, { date: '2025-06-12T16:00:00Z', amount: -6 }));
    for (let times = 0; times < 2; times += 1) {
      await play.sync([rowsPage(rows)]);
      expect(await play.ledger()).to.deep.equal([
        ...ledger,
        '2025-06-11 -5 posted',
        '2025-06-13 -6 posted',
      ]);
    }
  });

  describe('a server that ignores the filter', () => {
    /** The same 40 purchases of 80 days under the ids of a read; some are equal. */
    const history = (read: number, over: object = {}): Row[] =>
      Array.from({ length: 40 }, (_, index) =>
        wireRow(`${read}-${index}`, {
          date: addDays('2025-06-09', -2 * Math.floor(index / 2)),
          ...over,
        }),
      );
    it('and gives new ids at each read: no row is doubled, whatever its day', async () => {
      for (let read = 0; read < 3; read += 1) {
        await play.sync([rowsPage(history(read))]);
        expect(await total()).to.equal(40);
      }
      expect((await ids()).every((id: string) => id.startsWith('2-'))).to.equal(true);
    });
    it('new purchases, and an old one that the bank withdrew, change nothing in that', async () => {
      await play.sync([rowsPage(history(0))]);
      await play.sync([rowsPage([wireRow('n', { date: '2025-06-11' }), ...history(1).slice(1)])]);
      expect(await total()).to.equal(41);
      await play.sync([
        rowsPage([wireRow('m', { date: '2025-06-11' }), ...history(2).slice(0, 37)]),
      ]);
      expect(await total()).to.equal(41);
    });
    it('rows dated ahead under new ids are the same rows', async () => {
      for (const read of [0, 1, 2]) {
        const order = wireRow(`order-${read}`, { date: '2025-07-30' });
        await play.sync([rowsPage([order, wireRow(`a-${read}`)])]);
      }
      expect(await total()).to.equal(2);
    });
    it('a late row is no twin’s new id: the read covers nothing else of those days', async () => {
      await play.sync([rowsPage(history(0))]);
      await play.sync([rowsPage([wireRow('late', { date: addDays('2025-06-09', -20) })])]);
      expect(await total()).to.equal(41);
    });
  });

  const twin = (isPending: boolean) => wireRow(null, { isPending });
  for (const [order, rows] of [
    ['posted one first', [twin(false), twin(true)]],
    ['pending one first', [twin(true), twin(false)]],
  ] as const) {
    it(`of two equal rows without ids, one posted and one pending, both stay once both posted (${order})`, async () => {
      await play.sync([rowsPage([...rows])]);
      for (let times = 0; times < 2; times += 1) {
        await play.sync([rowsPage([twin(false), twin(false)])]);
        const both = ['2025-06-09 -10 posted', '2025-06-09 -10 posted'];
        expect(await play.ledger()).to.deep.equal(both);
      }
    });
    it(`an equal pending row without an id next to a posted one is its other form (${order})`, async () => {
      for (const read of [[twin(false)], rows, [twin(false)], [twin(false)]]) {
        await play.sync([rowsPage([...read])]);
        expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 posted']);
      }
    });
  }

  for (const isPending of [true, false]) {
    for (const [fault, rows] of [
      ['is left out', []],
      ['has a broken amount', [wireRow('a', { isPending, amount: null })]],
    ] as const) {
      it(`a ${isPending ? 'pending' : 'posted'} row that ${fault} while an equal one posts is not lost`, async () => {
        await play.sync([rowsPage([wireRow('a', { isPending })])]);
        await play.sync([rowsPage([...rows, wireRow('b')])]);
        // A posted one that cannot be read is there, and nothing else takes its row.
        const isSeen = rows.length > 0 && !isPending;
        expect(await ids()).to.deep.equal(isSeen ? ['a', 'b'] : ['b']);
        await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
        await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
        expect(await ids()).to.deep.equal(['a', 'b']);
      });
    }
  }

  for (const id of ['q', null]) {
    it(`a pending row ${id === null ? 'without' : 'with'} id and with a broken amount is not removed as vanished`, async () => {
      await play.sync([rowsPage([wireRow(id, { isPending: true })])]);
      for (let times = 0; times < 3; times += 1) {
        await play.sync([rowsPage([wireRow(id, { isPending: true, amount: 'ten' })])]);
      }
      expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 pending']);
      for (let times = 0; times < 2; times += 1) await play.sync([rowsPage([])]);
      expect(await play.ledger()).to.be.empty;
      const [left] = await play.database.sql`select count(*)::integer as n from staged_seen_keys`;
      expect(left!['n']).to.equal(0);
    });
  }

  it('ids that come and go leave equal rows as many as there are', async () => {
    const both = (...list: (string | null)[]) =>
      play.sync([rowsPage(list.map((id) => wireRow(id)))]);
    for (const list of [
      [null, null],
      ['p1', 'p2'],
      ['p1', null],
      [null, null],
      ['p1', 'p2'],
    ]) {
      await both(...list);
      expect(await total(), JSON.stringify(list)).to.equal(2);
    }
  });

  it('an empty page with a next one is followed; a row moves to another page and changes there', async () => {
    await play.sync([
      rowsPage([], { next_cursor: 'n1', has_more: true }),
      rowsPage([wireRow('a', { isPending: true })], { next_cursor: 'n2', has_more: true }),
      rowsPage([wireRow('a', { amount: -11 })], { has_more: false }),
    ]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -11 posted']);
  });

  it('float noise of an amount is another amount of the same row, never another row', async () => {
    await play.sync([rowsPage([wireRow('a', { amount: -0.3 })])]);
    await play.sync([rowsPage([wireRow('a', { amount: -0.30000000000000004 })])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -0.30000000000000004 posted']);
  });

  it('of two equal pending rows the one that is gone has posted, not the older one that is still listed', async () => {
    const old = wireRow('old', { date: '2025-06-07', isPending: true });
    await play.sync([rowsPage([old, wireRow('new', { isPending: true })])]);
    const [first, second] = await play.live();
    await play.sync([rowsPage([old, wireRow('a', { date: '2025-06-10' })])]);
    expect((await play.live()).map((row) => [row['id'], row['externalId']])).to.deep.equal([
      [first!['id'], 'old'],
      [second!['id'], 'a'],
    ]);
  });

  it('a posted row under a key that a pending one had is rather the equal posted one that is gone', async () => {
    const pending = (id: string) => wireRow(id, { isPending: true });
    for (const rows of [
      [wireRow('a')],
      [wireRow('a'), pending('p')],
      [wireRow('a'), pending('q')],
      [wireRow('p')],
    ])
      await play.sync([rowsPage(rows)]);
    const rows = await play.live();
    expect(rows.map((row) => [row['externalId'], row['pending']])).to.deep.equal([
      ['p', false],
      ['q', true],
    ]);
  });

  it('a row that has just got another id is no other form of an equal pending purchase', async () => {
    await play.sync([rowsPage([wireRow('a')])]);
    await play.sync([rowsPage([wireRow('b'), wireRow(null, { isPending: true })])]);
    expect(await play.ledger()).to.deep.equal(['2025-06-09 -10 posted', '2025-06-09 -10 pending']);
  });

  it('five equal purchases stay five when ids are renewed while two of them post', async () => {
    const posted = (id: string | null) => wireRow(id);
    const pending = (id: string | null) => wireRow(id, { isPending: true });
    const reads = [
      [pending(null), pending(null)],
      [pending(null), posted('c'), pending('e')],
      [posted(null), pending(null), posted('b'), posted('c'), pending('e')],
      [posted(null), posted(null), posted('b2'), posted('c2'), posted(null)],
      [posted(null), posted(null), posted('b2'), posted('c2'), posted(null)],
    ];
    for (const rows of reads) await play.sync([rowsPage(rows)]);
    expect(await play.ledger()).to.deep.equal(Array(5).fill('2025-06-09 -10 posted'));
  });
});
