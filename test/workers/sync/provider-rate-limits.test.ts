import { expect } from 'chai';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { LISTED, ROWS, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: rate limits of the provider', function () {
  const play = withSyncPlay();

  const limited = (over: Partial<ScriptedCall>): ScriptedCall => {
    return { path: ROWS, status: 429, json: {}, ...over };
  };
  for (const [seconds, status] of [
    [900, 'completed'],
    [901, 'rate_limited'],
  ] as const) {
    it(`a wait of ${seconds} s: ${status}`, async () => {
      const headers = { 'Retry-After': String(seconds) };
      const run = await play.sync([
        rowsPage([wireRow('x')], { next_cursor: 'n' }),
        limited({ headers }),
        rowsPage([wireRow('a')]),
      ]);
      expect(run.status).to.equal(status);
      expect((await play.live()).length).to.be.greaterThan(0);
      const { status: state, nextSyncAt } = await play.connection();
      expect(state).to.equal('good');
      if (status === 'completed') return;
      expect(nextSyncAt!.getTime() - run.finishedAt!.getTime()).to.be.at.least(901_000);
      expect((await play.links())[0]!['watermark']).to.equal(null);
    });
  }
  it('on the account list and on holdings it waits, too', async () => {
    const headers = { 'Retry-After': '3' };
    const run = await play.sync([
      limited({ path: '/accounts', headers }),
      { path: '/accounts', json: { accounts: [LISTED] } },
      limited({ path: '/accounts/1/balance', headers }),
      limited({ path: '/accounts/1/holdings', headers }),
    ]);
    expect(run.status).to.equal('completed');
    expect(play.harness.waits).to.have.length(3);
  });
});
