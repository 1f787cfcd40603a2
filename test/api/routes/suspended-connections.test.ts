import { expect } from 'chai';
import { sealSecret } from '../../../shared/platform/crypto.ts';
import { resumeSuspended } from '../../../shared/sync/store/connection-syncs.ts';
import { updateConnection } from '../../../shared/sync/store/provider-connections.ts';
import { startDueSyncs } from '../../../workers/scheduler/start-due-syncs.ts';
import { withSyncedApi } from '../../helpers/synced-api.ts';
import { LISTED } from '../../helpers/sync-play.ts';
import { answered } from '../../helpers/start-api.ts';

const HOUR_MS = 3_600_000;

describe('POST /api/v1/provider_connections/{id}/resume', () => {
  const play = withSyncedApi();

  const show = async (id: string) =>
    (await play.api.get(`/api/v1/provider_connections/${id}`)).data;
  /** Runs that fail, so many hours apart. */
  const fail = async (
    owner: Awaited<ReturnType<typeof play.connect>>,
    runs: number,
    hours: number,
  ) => {
    play.provider.script([LISTED], [{ path: '/accounts', status: 503, json: {}, times: 999 }]);
    for (let run = 0; run < runs; run += 1) {
      play.harness.clock.advance(hours * HOUR_MS);
      await play.harness.sync(owner);
    }
  };
  const started = async () => {
    await startDueSyncs.run({ ...play.harness.context, config: play.api.context.config });
    const [row] = await play.database.sql<{ count: number }[]>`
      select count(*)::integer as count from syncs where trigger = 'scheduled'`;
    return row!.count;
  };

  it('200: what failed 20 times and for three days rests until it is resumed', async () => {
    const owner = await play.connect();
    const { connectionId: id } = owner;
    await fail(owner, 21, 1);
    expect(await show(id)).to.include({ status: 'degraded', failures_in_a_row: 21, notice: null });
    await fail(owner, 1, 72);
    const suspended = await show(id);
    expect(suspended).to.include({
      status: 'suspended',
      status_reason: 'provider_unavailable',
      failures_in_a_row: 22,
      next_sync_at: null,
    });
    expect(suspended.suspended_at).to.be.a('string');
    expect(suspended.notice).to.include('Its last 22 syncs failed (provider_unavailable)');
    const lines = play.harness.captured.lines.filter(({ message }) =>
      message.includes('suspended'),
    );
    expect(lines).to.have.length(1);

    // Not even a new start of its history starts a run automatically, and a run by hand that fails leaves it so.
    await play.database
      .sql`update provider_connections set next_sync_at = ${play.harness.clock.now()}`;
    expect(await started()).to.equal(0);
    await fail(owner, 1, 1);
    expect(await show(id)).to.include({ status: 'suspended', next_sync_at: null });
    expect((await show(id)).suspended_at).to.equal(suspended.suspended_at);

    const path = `/api/v1/provider_connections/${id}/resume`;
    const { body } = await answered(200, play.api.request('POST', path));
    expect(body.data).to.include({
      status: 'degraded',
      failures_in_a_row: 0,
      suspended_at: null,
      notice: null,
    });
    play.harness.clock.set(new Date());
    expect(await started()).to.equal(1);
    expect((await play.api.request('POST', path)).body.data).to.include({ status: 'degraded' });
  });

  it('a run by hand that works, and a new key, end it, too; few failures in long do not begin it', async () => {
    // What failed with another key before would speak of the provider itself.
    await play.database.sql`delete from provider_circuits`;
    const owner = await play.connect();
    const { connectionId: id } = owner;
    await fail(owner, 19, 24);
    expect(await show(id)).to.include({ status: 'degraded', failures_in_a_row: 19 });
    await fail(owner, 1, 1);
    expect(await show(id)).to.include({ status: 'suspended' });
    play.provider.script([LISTED], []);
    play.harness.clock.advance(HOUR_MS);
    await play.harness.sync(owner);
    expect(await show(id)).to.include({ status: 'good', failures_in_a_row: 0, suspended_at: null });
    expect((await show(id)).next_sync_at).to.be.a('string');

    await fail(owner, 20, 24);
    expect(await show(id)).to.include({ status: 'suspended' });
    const { config, sql, clock } = play.harness.context;
    const credential = sealSecret(config.credentialKeys!, 'a-new-key', id);
    await updateConnection(sql, owner.householdId, id, { credential }, clock.now());
    expect(await show(id)).to.include({ status: 'good', failures_in_a_row: 0, suspended_at: null });
  });

  it('POST …/pause: nothing starts automatically, a run by hand leaves it so, and resuming makes the next due', async () => {
    await play.database.sql`delete from provider_circuits`;
    await play.database.sql`delete from syncs`;
    const owner = await play.connect();
    const { connectionId: id } = owner;
    play.provider.script([LISTED], []);
    const path = `/api/v1/provider_connections/${id}`;
    const paused = (await play.api.request('POST', `${path}/pause`)).body.data;
    const isPaused = { status: 'suspended', status_reason: 'paused', next_sync_at: null };
    expect(paused).to.include(isPaused);
    expect(paused.notice).to.include('It is paused');
    const body = { history_start: '2024-01-01' };
    expect((await play.api.request('PATCH', path, { body })).body.data).to.include(isPaused);
    await play.database.sql`
      update provider_connections set next_sync_at = ${play.harness.clock.now()} where id = ${id}`;
    expect(await started()).to.equal(0);
    play.harness.clock.advance(HOUR_MS);
    await play.harness.sync(owner);
    expect(await show(id)).to.include(isPaused);
    expect((await show(id)).last_synced_at).to.be.a('string');
    // An operator who resumes the whole household leaves what its owner wished.
    const { householdId } = owner;
    await resumeSuspended(play.database.sql, { householdId }, play.harness.clock.now());
    expect(await show(id)).to.include(isPaused);
    const { data } = (await play.api.request('POST', `${path}/resume`)).body;
    expect(data).to.include({ status: 'good', status_reason: null, notice: null });
    expect(data.next_sync_at).to.be.a('string');
  });

  it('POST …/pause leaves a connection that needs a new key as it is', async () => {
    const { connectionId: id } = await play.connect();
    await play.database.sql`
      update provider_connections
      set status = 'requires_update', status_reason = 'unauthorized', next_sync_at = null
      where id = ${id}`;
    const path = `/api/v1/provider_connections/${id}/pause`;
    const { body } = await play.api.request('POST', path);
    expect(body.data).to.include({ status: 'requires_update', status_reason: 'unauthorized' });
  });
});
