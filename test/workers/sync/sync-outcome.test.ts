import { expect } from 'chai';
import { sealSecret } from '../../../shared/platform/crypto.ts';
import { updateConnection } from '../../../shared/sync/store/provider-connections.ts';
import { findSync, requestCancel } from '../../../shared/sync/store/syncs.ts';
import { endStaleSyncs } from '../../../workers/scheduler/end-stale-runs.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { beginSync } from '../../helpers/sync-harness.ts';
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

  for (const [answer, code] of [
    [{ status: 401 }, 'unauthorized'],
    [{ status: 429, headers: { 'Retry-After': '901' } }, 'rate_limited'],
  ] as const) {
    it(`that ends with ${answer.status}: each account has ended too, and says why`, async () => {
      const refused = { path: '/accounts/2/transactions', json: {}, times: 9, ...answer };
      const own = { path: ROWS, json: {}, times: 9, ...answer };
      const run = await play.sync([own, refused], both);
      const accounts = await play.accountsOf(run);
      expect(run.status).to.equal(code === 'unauthorized' ? 'failed' : code);
      for (const { errors } of accounts) {
        expect(errors.map((each) => each.code)).to.deep.equal([code]);
      }
      expect(accounts[0]!.status).to.equal('failed');
      expect(accounts[1]!.status).to.be.oneOf(['failed', 'skipped']);
      expect((await play.links())[0]!['lastError'].code).to.equal(code);
    });
  }

  it('whose key is refused after an account was read whole: the connection and both accounts know of it', async () => {
    await play.sync([], both);
    const run = await play.sync(
      [{ path: '/accounts/2/transactions', status: 401, json: {} }],
      both,
    );
    expect(run.status).to.equal('failed');
    const after = { status: 'requires_update', lastSyncedAt: run.finishedAt, failuresInRow: 0 };
    expect(await play.connection()).to.deep.include(after);
    const errors = (await play.links()).map(({ lastError }) => lastError?.code);
    expect(errors).to.deep.equal([undefined, 'unauthorized']);
    const refusal = { path: '/accounts', status: 401, json: {} };
    for (const failuresInRow of [1, 2]) {
      await play.sync([refusal]);
      expect(await play.connection()).to.deep.include({ ...after, failuresInRow });
    }
  });

  for (const [end, code] of [
    ['cancelled', 'cancelled'],
    ['stale', 'internal_error'],
  ] as const) {
    it(`that ends as ${end} while it waits: so do its accounts`, async () => {
      const { harness, owner, provider } = play;
      const { sql } = play.database;
      const sync = await beginSync(sql, owner, { now: harness.clock.now() });
      const headers = { 'Retry-After': '60' };
      provider.script(both, [{ path: ROWS, status: 429, json: {}, headers }]);
      const payload = { household_id: owner.householdId, sync_id: sync.id };
      const waits = await syncConnection(harness.context, payload, jobRun({ jobId: sync.id })).then(
        () => false,
        () => true,
      );
      expect(waits).to.equal(true);
      harness.clock.advance(25 * 3_600_000);
      if (end === 'stale') await endStaleSyncs.run(harness.context);
      else await requestCancel(sql, owner.householdId, sync.id, harness.clock.now());
      expect((await findSync(sql, owner.householdId, sync.id))?.status).to.equal(end);
      const accounts = await play.accountsOf(sync);
      expect(accounts.map(({ status, errors }) => [status, errors[0]?.code])).to.deep.equal([
        ['failed', code],
        ['skipped', code],
      ]);
      const errors = (await play.links()).map(({ lastError }) => lastError?.code);
      expect(errors).to.deep.equal([code, undefined]);
    });
  }

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
      nextSyncAt: null,
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
      const { status, nextSyncAt, failuresInRow } = await play.connection();
      expect([status, failuresInRow]).to.deep.equal(['good', 0]);
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
