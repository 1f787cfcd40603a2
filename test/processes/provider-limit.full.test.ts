import { expect } from 'chai';
import { createSandboxProvider, type SandboxProvider } from '../../sandbox-provider/server.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSyncProcesses, type SyncProcesses } from '../helpers/sync-processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

// 720 a minute is kept as 60 in each of twelve parts: windows of five seconds are enough to look at.
const perMinute = 720;
const slots = 60;
const windowMs = 5000;

describe('four sync workers and one provider key', function () {
  const database = withDatabase();
  let sandbox: SandboxProvider;
  let processes: SyncProcesses;
  before(async () => {
    sandbox = await createSandboxProvider({
      limit: { limit: slots, windowMs },
      settings: { page_size: 10 },
    }).listen();
    processes = createSyncProcesses(database, sandbox.url, {
      PROVIDER_RATE_PER_MINUTE: String(perMinute),
      SYNC_CONCURRENCY: '4',
    });
  });
  after(async () => {
    await processes.stop();
    await sandbox.close();
  });

  const account = (id: number, rows: number) => ({
    listing: { id, name: `Account ${id}`, currency: 'EUR', status: 'ACTIVE' },
    generate: {
      rows,
      start_date: new Date(Date.now() - 80 * 86_400_000).toISOString().slice(0, 10),
    },
  });

  it('keep the limit in every window, and serve another key meanwhile', async () => {
    // More work than the time allows: 20 connections with two accounts of 60 pages each.
    sandbox.admin('PUT', '/users/busy', { accounts: [account(1, 600), account(2, 600)] });
    sandbox.admin('PUT', '/users/quiet', { accounts: [account(1, 20)] });
    for (let index = 0; index < 20; index += 1) await processes.connect('busy');
    for (let index = 0; index < 4; index += 1) processes.startWorker();
    const busy = () => sandbox.state.traffic.stats().keys['busy'];
    await eventually(() => expect(busy()?.requests ?? 0).to.be.greaterThan(slots / 2));

    const quiet = await processes.connect('quiet');
    await eventually(async () => {
      const [sync] = await database.sql`
          select status
          from syncs
          where id = ${quiet.syncId}`;
      expect(sync?.['status'], processes.output()).to.equal('completed');
    });
    // More than two windows' worth: the limit is looked at over their borders.
    await eventually(() => expect(busy()?.requests).to.be.greaterThan(slots * 2.5));

    const { requests, refused, max_in_window: most } = busy()!;
    expect(most, 'most requests in any window').to.be.at.most(slots);
    expect(refused).to.equal(0);
    // The busy key had more than one allowance, and more waits for it still.
    expect(requests).to.be.greaterThan(slots);
  });
});
