import { expect } from 'chai';
import { LISTED, ROWS, TODAY, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: error answers', function () {
  const play = withSyncPlay();

  for (const path of ['/accounts', '/accounts/1/balance', ROWS, '/accounts/1/holdings']) {
    it(`403 on ${path} stops the run after one call and asks for a new key`, async () => {
      const run = await play.sync([{ path, status: 403, json: { error: 'x' }, times: 9 }]);
      expect(run.status).to.equal('failed');
      expect(await play.codes(run)).to.include('forbidden');
      expect(play.callsTo(path)).to.equal(1);
      const { status, statusReason, nextSyncAt } = await play.connection();
      expect([status, statusReason, nextSyncAt]).to.deep.equal([
        'requires_update',
        'forbidden',
        null,
      ]);
    });
  }
  for (const [status, code] of [
    [400, 'bad_request'],
    [500, 'provider_unavailable'],
  ] as const) {
    it(`${status} on transactions stays with its account`, async () => {
      const other = { ...LISTED, id: 2 };
      const run = await play.sync(
        [
          { path: ROWS, status, json: { error: 'x' }, times: 9 },
          { path: '/accounts/2/transactions', json: { transactions: [wireRow('a')] } },
        ],
        [LISTED, other],
      );
      expect(run.status).to.equal('completed_with_errors');
      expect(await play.codes(run)).to.deep.equal([code]);
      expect(await play.live()).to.have.length(1);
      const [first, second] = await play.links();
      expect([first!['watermark'], second!['watermark']]).to.deep.equal([null, TODAY]);
      expect(await play.connection()).to.include({ status: 'degraded', statusReason: code });
    });
  }
  it('404 on a balance keeps the old one and says so; the rows are read', async () => {
    await play.sync([{ path: '/accounts/1/balance', json: { balance: { amount: 7 } } }]);
    const run = await play.sync([
      { path: '/accounts/1/balance', status: 404, json: {} },
      rowsPage([wireRow('a')]),
    ]);
    expect(run.status).to.equal('completed');
    const [account] = await play.accountsOf(run);
    expect(account!.warnings.map(({ code }) => code)).to.deep.equal(['balance_missing']);
    expect((await play.links())[0]).to.include({ balance: '7', state: 'active' });
    expect(await play.live()).to.have.length(1);
  });
  it('404 on transactions makes the account missing; it comes back automatically', async () => {
    await play.sync([rowsPage([wireRow('a')])]);
    const run = await play.sync([{ path: ROWS, status: 404, json: {} }]);
    expect(await play.codes(run)).to.deep.equal(['account_missing']);
    expect((await play.links())[0]!['state']).to.equal('missing');
    await play.sync([rowsPage([wireRow('a'), wireRow('b')])]);
    expect((await play.links())[0]!['state']).to.equal('active');
    expect(await play.live()).to.have.length(2);
  });
  it('a failed balance keeps the old one, and the rows are read all the same', async () => {
    await play.sync([{ path: '/accounts/1/balance', json: { balance: { amount: 7 } } }]);
    const failing = { path: '/accounts/1/balance', status: 500, json: {}, times: 9 };
    const run = await play.sync([failing, rowsPage([wireRow('a')])]);
    expect(await play.codes(run)).to.deep.equal(['provider_unavailable']);
    expect((await play.links())[0]).to.include({ balance: '7', watermark: '2025-06-11' });
    expect(await play.live()).to.have.length(1);
  });
  it('a breaker that rests is a passing failure: the next run is soon', async () => {
    const accounts = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ ...LISTED, id }));
    const failing = accounts.map(({ id }) => {
      return { path: `/accounts/${id}/transactions`, status: 500, json: {}, times: 9 };
    });
    const run = await play.sync(failing, accounts);
    expect(run.status).to.equal('completed_with_errors');
    expect(new Set(await play.codes(run))).to.deep.equal(new Set(['provider_unavailable']));
    const { nextSyncAt } = await play.connection();
    expect(nextSyncAt!.getTime() - run.finishedAt!.getTime()).to.be.at.most(2 * 3600 * 1000);
  });
});
