import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createQueues } from '../../../shared/queue/queues.ts';
import { syncConnectionJob } from '../../../shared/queue/runs/kinds.ts';
import { backlogEtaMs, readBacklogEta } from '../../../shared/sync/read-backlog.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { insertTestConnection, SYNC_ENV } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('how long queued syncs take', () => {
  const database = withDatabase();

  it('is nothing for an empty queue, then what the limit allows, less what becomes due', async () => {
    const { sql } = database;
    const config = database.config(SYNC_ENV);
    const queues = createQueues(config, createCapturedLog().log);
    const read = (perMinute: number) =>
      readBacklogEta({ sql, queues, config: { providerTotalRatePerMinute: perMinute } });
    const run = () => ({
      id: randomUUID(),
      householdId: randomUUID(),
      createdAt: new Date(),
      ahead: 0,
    });
    try {
      expect(await read(60)).to.equal(0);
      await syncConnectionJob.enqueue(queues, run(), run(), run());
      expect(await read(0)).to.equal(null);
      expect(await read(60)).to.equal(12_000);
      const { connectionId } = await insertTestConnection({ config, sql }, 'key-that-is-due');
      await sql`
        update provider_connections
        set next_sync_at = now() + interval '5 minutes'
        where id = ${connectionId}`;
      // Four requests in a quarter of an hour.
      expect(await read(60)).to.be.closeTo(12_000 / (1 - 4 / 900), 1);
    } finally {
      await queues.close();
    }
  });

  const known = {
    waiting: 6000,
    made: { requests: 1000, overMs: 60_000 },
    due: { requests: 400, overMs: 60_000 },
    limit: null,
  };

  it('follows from what is done and what becomes due', () => {
    expect(backlogEtaMs(known)).to.be.closeTo(600_000, 1);
    expect(backlogEtaMs({ ...known, waiting: 0 })).to.equal(0);
    const more = { requests: 1000, overMs: 60_000 };
    expect(backlogEtaMs({ ...known, due: more })).to.equal(Infinity);
  });

  it('follows from the limit where little was done, and from nothing where there is none', () => {
    const idle = { ...known, made: { requests: 3, overMs: 60_000 } };
    expect(backlogEtaMs(idle)).to.equal(null);
    const limit = { requests: 700, overMs: 60_000 };
    expect(backlogEtaMs({ ...idle, limit })).to.be.closeTo(1_200_000, 1);
    // A burst may have been faster than the limit lets them be.
    expect(backlogEtaMs({ ...known, limit })).to.be.closeTo(1_200_000, 1);
  });
});
