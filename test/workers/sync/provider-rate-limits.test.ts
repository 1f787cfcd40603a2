import { expect } from 'chai';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { LISTED, ROWS, TODAY, rowsPage, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: rate limits of the provider', function () {
  const play = withSyncPlay();

  const limited = (over: Partial<ScriptedCall>): ScriptedCall => {
    return { path: ROWS, status: 429, json: {}, ...over };
  };
  const date = new Date(`${TODAY}T06:00:00Z`).toUTCString();
  for (const [name, call, least] of [
    ['seconds', limited({ headers: { 'Retry-After': '45' } }), 45],
    [
      'an RFC 850 date',
      limited({ headers: { Date: date, 'Retry-After': 'Tuesday, 10-Jun-25 06:00:50 GMT' } }),
      50,
    ],
    [
      'an asctime date',
      limited({ headers: { Date: date, 'Retry-After': 'Tue Jun 10 06:00:50 2025' } }),
      50,
    ],
    ['a reset header', limited({ headers: { 'X-RateLimit-Reset': '33' } }), 33],
    ['the IETF header', limited({ headers: { RateLimit: '"default";r=0;t=21' } }), 21],
    [
      'words',
      limited({ json: { message: 'Too many requests, try again in 1 minute and 5 seconds' } }),
      65,
    ],
    ['a field', limited({ json: { error: 'x', retry_after: 12 } }), 12],
    [
      'a 503 that says so',
      limited({
        status: 503,
        json: { error: 'Rate limit exceeded: 100/minute, try again in 20 seconds' },
      }),
      20,
    ],
    [
      'a 500 that wraps a 429',
      limited({
        status: 500,
        json: { error: 'upstream failed (429 - slow down), try again in 8 seconds' },
      }),
      8,
    ],
    [
      'a 200 that says so',
      limited({ status: 200, json: { error: 'Rate limit exceeded, try again in 9 seconds' } }),
      9,
    ],
    ['nothing', limited({}), 1],
    ['zero', limited({ headers: { 'Retry-After': '0' } }), 1],
  ] as [string, ScriptedCall, number][]) {
    it(`waits as told by ${name}, and then finishes`, async () => {
      const run = await play.sync([call, rowsPage([wireRow('a')])]);
      expect(run.status, JSON.stringify(run.errors)).to.equal('completed');
      expect(play.harness.waits[0]).to.be.within(least * 1000, least * 1000 + 2000);
      expect(play.callsTo(ROWS)).to.equal(2);
      expect(await play.live()).to.have.length(1);
    });
  }
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
