import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createQueues } from '../../../shared/queue/queues.ts';
import { syncConnectionJob } from '../../../shared/queue/runs/kinds.ts';
import { readBacklogEta } from '../../../shared/sync/read-backlog.ts';
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
});
