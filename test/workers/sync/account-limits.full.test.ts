import { expect } from 'chai';
import { LISTED, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: rate limits of one account', function () {
  const play = withSyncPlay();
  const listed = [1, 2, 3].map((id) => ({ ...LISTED, id }));
  const rows = (id: number) => `/accounts/${id}/transactions`;
  const limited = (id: number, seconds: number, over: object = {}) => ({
    path: rows(id),
    status: 429,
    json: {},
    headers: { 'Retry-After': String(seconds) },
    times: 99,
    ...over,
  });
  const of = (id: number) => ({ path: rows(id), json: { transactions: [wireRow(`r${id}`)] } });
  const statuses = async (run: Awaited<ReturnType<typeof play.sync>>) =>
    (await play.accountsOf(run)).map(({ status }) => status);
  const DAY = 24 * 3600;

  it('for a day: the others are read, and the next run begins with them', async () => {
    const run = await play.sync([limited(1, DAY + 3600), of(2), of(3)], listed);
    expect(run.status).to.equal('completed_with_errors');
    expect(await play.codes(run)).to.deep.equal(['rate_limited']);
    expect(await play.live()).to.have.length(2);
    expect(await play.connection()).to.include({
      status: 'degraded',
      statusReason: 'rate_limited',
    });
    expect((await play.links()).map((link) => link['limitedUntil'] !== null)).to.deep.equal([
      true,
      false,
      false,
    ]);
    // Its limit has not ended a day later: it is left alone.
    await play.sync([of(2), of(3)], listed);
    expect(play.callsTo(rows(1))).to.equal(0);
    const mended = await play.sync([of(1), of(2), of(3)], listed);
    expect(mended.status).to.equal('completed');
    expect(await play.live()).to.have.length(3);
    expect((await play.links())[0]!['limitedUntil']).to.equal(null);
  });

  it('for a day, of two of them: calls get through in between, so that it is not the key’s', async () => {
    const run = await play.sync([limited(1, DAY), limited(2, DAY), of(3)], listed);
    expect(run.status).to.equal('completed_with_errors');
    expect(await statuses(run)).to.deep.equal(['failed', 'failed', 'completed']);
    expect(await play.live()).to.have.length(1);
  });

  it('a short one again and again: all others are read after the first wait', async () => {
    const run = await play.sync([limited(1, 600), of(2), of(3)], listed);
    expect(run.status).to.equal('completed_with_errors');
    expect(await statuses(run)).to.deep.equal(['failed', 'completed', 'completed']);
    const paths = play.provider.seen.map(({ path }) => path);
    const fruitless = paths.slice(0, paths.indexOf(rows(3))).filter((path) => path === rows(1));
    expect(fruitless).to.have.length(1);
  });

  it('that the provider calls the account’s own holds no one else, not even for a moment', async () => {
    const json = { detail: 'The rate limit for this resource is 4/day. Try again in 60 seconds' };
    const run = await play.sync([limited(1, 60, { json, times: 1 }), of(1), of(2), of(3)], listed);
    expect(run.status).to.equal('completed');
    const paths = play.provider.seen.map(({ path }) => path);
    expect(paths.lastIndexOf(rows(1))).to.be.greaterThan(paths.indexOf(rows(3)));
  });

  it('on its balance: its rows are read all the same', async () => {
    const path = '/accounts/1/balance';
    const run = await play.sync([limited(1, DAY, { path }), of(1), of(2), of(3)], listed);
    expect(await statuses(run)).to.deep.equal(['completed_with_errors', 'completed', 'completed']);
    expect(await play.live()).to.have.length(3);
  });

  it('of the key: two refusals in a row end the run; the next one begins with who waited longest', async () => {
    await play.sync([of(1), of(2), of(3)], listed);
    const key = [2, 3].flatMap((id) => [
      limited(id, DAY / 2, { path: `/accounts/${id}/balance` }),
      limited(id, DAY / 2),
    ]);
    const run = await play.sync([of(1), ...key], listed);
    expect(run.status).to.equal('rate_limited');
    expect(play.provider.seen.filter(({ path }) => /\/[23]\//.test(path))).to.have.length(2);
    await play.sync([of(1), of(2), of(3)], listed);
    const order = play.provider.seen.flatMap(({ path }) =>
      path.endsWith('/balance') ? [path] : [],
    );
    expect(order.at(-1)).to.equal('/accounts/2/balance');
    expect(order[0]).to.equal('/accounts/3/balance');
  });
});
