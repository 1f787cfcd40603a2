import { expect } from 'chai';
import { createQueues } from '../../../shared/jobs/queues.ts';
import type { Queues } from '../../../shared/jobs/queues.ts';
import { findLiveSync, findSync, insertOrJoinSync } from '../../../shared/store/syncs/syncs.ts';
import { endStaleSyncs } from '../../../workers/scheduler/end-stale-runs.ts';
import { requeueSyncs } from '../../../workers/scheduler/requeue-runs.ts';
import { startDueSyncs } from '../../../workers/scheduler/start-due-syncs.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { SYNC_ENV, insertTestConnection } from '../../helpers/sync-harness.ts';
import { createTestClock } from '../../helpers/test-clock.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the scheduler’s part in syncs', () => {
  const database = withDatabase();
  const clock = createTestClock();
  let queues: Queues;
  before(() => (queues = createQueues(database.config(), createCapturedLog().log)));
  after(() => queues.close());

  const context = () => {
    const { log } = createCapturedLog();
    return { config: database.config(SYNC_ENV), sql: database.sql, queues, log, clock };
  };

  it('starts each due connection once, from several schedulers at once', async () => {
    clock.set(new Date());
    const due = await insertTestConnection(context(), 'key-of-due-connection');
    const later = await insertTestConnection(context(), 'key-of-later-connection');
    await database.sql`
      update provider_connections
      set next_sync_at = ${clock.now()}::timestamptz
        + case when id = ${later.connectionId} then interval '1 hour' else interval '0' end`;
    await Promise.all([1, 2, 3].map(() => startDueSyncs.run(context())));
    const sync = await findLiveSync(database.sql, due.householdId, due.connectionId);
    expect(sync).to.include({ trigger: 'scheduled', status: 'queued' });
    expect(await queues.isPending('sync', sync!.id)).to.equal(true);
    expect(await findLiveSync(database.sql, later.householdId, later.connectionId)).to.equal(null);
    expect(await database.sql`select 1 from syncs`).to.have.length(1);
  });

  it('gives a job to a run that has none, and ends one that is a day old', async () => {
    clock.set(new Date());
    const owner = await insertTestConnection(context(), 'key-of-lost-run');
    const { householdId, connectionId } = owner;
    const now = clock.now();
    const { sync } = await insertOrJoinSync(database.sql, householdId, connectionId, 'manual', now);
    await requeueSyncs.run(context());
    expect(await queues.isPending('sync', sync.id)).to.equal(false);
    clock.advance(20_000);
    await requeueSyncs.run(context());
    expect(await queues.isPending('sync', sync.id)).to.equal(true);
    clock.advance(25 * 3600 * 1000);
    await endStaleSyncs.run(context());
    expect((await findSync(database.sql, householdId, sync.id))?.status).to.equal('stale');
  });
});
