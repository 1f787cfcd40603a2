import { expect } from 'chai';
import { sealSecret } from '../../../shared/platform/crypto.ts';
import { updateConnection } from '../../../shared/sync/store/provider-connections.ts';
import { LISTED, ROWS, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: what a run means for its connection and accounts', function () {
  const play = withSyncPlay();
  const down = (path = ROWS) => ({ path, status: 500, json: {}, times: 9 });
  const both = [LISTED, { ...LISTED, id: 2 }];

  it('in which every account failed: says so, degrades the connection, moves no last_synced_at', async () => {
    const first = await play.sync([rowsPage([wireRow('a')])]);
    const run = await play.sync([down()]);
    expect(run.status).to.equal('completed_with_errors');
    expect(run.errors).to.deep.equal([
      { code: 'accounts_failed', message: run.errors[0]!.message, count: 1 },
    ]);
    const connection = await play.connection();
    expect(connection).to.include({ status: 'degraded', statusReason: 'provider_unavailable' });
    expect(connection.lastSyncedAt).to.deep.equal(first.finishedAt);
    const [link] = await play.links();
    expect(link!['lastReadAt']).to.deep.equal(first.finishedAt);
    expect(link!['lastError'].code).to.equal('provider_unavailable');

    const mended = await play.sync([rowsPage([wireRow('a')])]);
    expect(await play.connection()).to.deep.include({
      status: 'good',
      statusReason: null,
      lastSyncedAt: mended.finishedAt,
    });
    expect((await play.links())[0]!['lastError']).to.equal(null);
  });

  it('in which one of two failed: degraded, and each account has its own last read', async () => {
    await play.sync([], both);
    const run = await play.sync([down('/accounts/2/transactions')], both);
    expect(run.errors).to.deep.equal([]);
    const connection = await play.connection();
    expect(connection).to.include({ status: 'degraded', statusReason: 'provider_unavailable' });
    expect(connection.lastSyncedAt).to.deep.equal(run.finishedAt);
    const [whole, failed] = await play.links();
    expect(whole!['lastError']).to.equal(null);
    expect(whole!['lastReadAt'] > failed!['lastReadAt']).to.equal(true);
  });

  it('a list of accounts that cannot be read degrades it; the scheduler continues', async () => {
    await play.sync([down('/accounts')]);
    const { status, statusReason, nextSyncAt, lastSyncedAt } = await play.connection();
    expect([status, statusReason, lastSyncedAt]).to.deep.equal([
      'degraded',
      'provider_unavailable',
      null,
    ]);
    expect(nextSyncAt).to.not.equal(null);
  });

  it('a failing list leaves a connection alone whose key was refused', async () => {
    await play.sync([{ path: '/accounts', status: 401, json: {} }]);
    await play.sync([down('/accounts')]);
    expect(await play.connection()).to.include({
      status: 'requires_update',
      statusReason: 'unauthorized',
    });
  });

  describe('while a key is replaced', () => {
    async function replaceKeyOn(path: string): Promise<void> {
      play.provider.onRequest = async (asked) => {
        if (asked !== path) return;
        play.provider.onRequest = null;
        const { sql } = play.database;
        const { householdId, connectionId } = play.owner;
        const ring = play.harness.context.config.credentialKeys!;
        const credential = sealSecret(ring, 'a-newer-key', connectionId);
        const change = { credential, lastFour: '-key' };
        await updateConnection(sql, householdId, connectionId, change, play.harness.clock.now());
      };
    }
    afterEach(() => (play.provider.onRequest = null));

    it('a 401 that the old one got does not disable the new one', async () => {
      await replaceKeyOn('/accounts/1/balance');
      const run = await play.sync([{ path: ROWS, status: 401, json: {} }]);
      expect([run.status, run.errors[0]!.code]).to.deep.equal(['failed', 'unauthorized']);
      const { status, nextSyncAt } = await play.connection();
      expect(status).to.equal('good');
      expect(nextSyncAt! <= play.harness.clock.now()).to.equal(true);
      await play.sync([]);
      expect(play.provider.seen.at(-1)!.key).to.equal('a-newer-key');
    });

    it('a run that ends well with the old one leaves the new one due', async () => {
      await replaceKeyOn('/accounts/1/balance');
      const run = await play.sync([]);
      expect((await play.connection()).nextSyncAt! <= run.finishedAt!).to.equal(true);
    });
  });

  describe('a list that is not whole', () => {
    for (const [name, over] of Object.entries({
      'has_more without a pointer': { has_more: true },
      'has_more as text': { pagination: { hasMore: 'true' } },
      'has_more with a null cursor': { next_cursor: null, has_more: true },
      'a total above what it lists': { total: 3 },
    })) {
      it(`${name}: an error, and nothing is removed by absence`, async () => {
        const pending = wireRow('p', { isPending: true });
        const first = await play.sync([rowsPage([wireRow('a'), pending])]);
        for (let times = 0; times < 3; times += 1) {
          const run = await play.sync([rowsPage([wireRow('a')], over)]);
          expect(run.status).to.equal('completed_with_errors');
          const [account] = await play.accountsOf(run);
          expect(account).to.include({ status: 'failed', readComplete: false });
        }
        expect(await play.live()).to.have.length(2);
        expect((await play.connection()).lastSyncedAt).to.deep.equal(first.finishedAt);
        await play.sync([rowsPage([wireRow('a')])]);
        await play.sync([rowsPage([wireRow('a')], { total: 1 })]);
        expect(await play.live()).to.have.length(1);
      });
    }

    it('a page that comes twice under two cursors is no second page', async () => {
      const run = await play.sync([
        rowsPage([wireRow('a')], { total: 2, next_cursor: 'n' }),
        rowsPage([wireRow('a')], { total: 2 }),
      ]);
      expect(await play.codes(run)).to.deep.equal(['total_mismatch']);
    });

    it('a row that slid to a page already read is missed: the larger total shows it', async () => {
      const run = await play.sync([
        rowsPage([wireRow('a'), wireRow('b')], { total: 4, next_cursor: 'n' }),
        rowsPage([wireRow('d')], { total: 3 }),
      ]);
      expect(await play.codes(run)).to.deep.equal(['total_mismatch']);
    });

    it('totals of single pages, and rows left out on purpose, are no mismatch', async () => {
      const run = await play.sync([
        rowsPage([wireRow('a'), wireRow('old', { date: '2020-01-01' })], {
          total: 2,
          next_cursor: 'n',
        }),
        rowsPage([wireRow('b')], { total: 1 }),
      ]);
      expect(run.status).to.equal('completed');
    });

    it('half a list of accounts is no list', async () => {
      await play.sync([], both);
      const call = { path: '/accounts', json: { accounts: [LISTED], has_more: true }, times: 9 };
      const run = await play.sync([call]);
      expect(run.status).to.equal('failed');
      expect((await play.links()).map(({ state }) => state)).to.deep.equal(['active', 'active']);
    });
  });
});
