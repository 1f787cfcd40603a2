import { expect } from 'chai';
import { LISTED, ROWS, rowsPage, shopRow, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: what is staged', function () {
  const play = withSyncPlay();
  const { database } = play;
  const staged = () => database.sql`select page, lines from staged_pages order by page`;
  const page = (rows: object[], cursor: string | null, next: string | null) =>
    rowsPage(rows, { next_cursor: next }, cursor === null ? {} : { query: { cursor } });

  afterEach(() => (play.provider.onRequest = null));

  it('each page but the last is one value; equal keys of two pages are one row, and nothing stays', async () => {
    const seen: number[] = [];
    play.provider.onRequest = async (path) => {
      if (path === ROWS) seen.push((await staged()).length);
    };
    await play.sync([
      page([wireRow('a'), wireRow(null), shopRow('b', -3)], null, 'c1'),
      page([wireRow('a', { merchant: 'Back\\slash\tand tab' }), wireRow(null)], 'c1', 'c2'),
      page([shopRow('c', -4)], 'c2', null),
    ]);
    expect(seen).to.deep.equal([0, 1, 2]);
    const rows = await play.live();
    expect(rows.map(({ amount }) => amount)).to.have.members(['-10', '-10', '-10', '-3', '-4']);
    const [twice] = rows.filter(({ externalId }) => externalId === 'a');
    expect(twice).to.include({ name: 'Back\\slash and tab' });
    expect(await staged()).to.be.empty;
  });

  it('a read of one page is not staged', async () => {
    // A row of staged_pages would find the table locked.
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`lock table staged_pages in share mode`;
    const sync = await play.sync([rowsPage([wireRow('a')])]);
    await holder`rollback`;
    holder.release();
    expect(sync.status).to.equal('completed');
  });

  it('a run that is cancelled while an account is read leaves it untouched, and the next one alone', async () => {
    play.provider.onRequest = async (path) => {
      if (path !== ROWS) return;
      const left = await staged();
      if (left.length === 2) await database.sql`update syncs set cancel_requested_at = now()`;
    };
    const sync = await play.sync(
      [
        page([wireRow('a')], null, 'c1'),
        page([wireRow('b')], 'c1', 'c2'),
        page([wireRow('c')], 'c2', null),
      ],
      [LISTED, { ...LISTED, id: 2 }],
    );
    expect(sync.status).to.equal('cancelled');
    expect(play.callsTo('/accounts/2/balance')).to.equal(0);
    expect(await staged()).to.be.empty;
    expect(await play.live()).to.be.empty;
  });
});
