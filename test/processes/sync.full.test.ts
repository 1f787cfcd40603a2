import { expect } from 'chai';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { findSync } from '../../shared/sync/store/syncs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { eventually } from '../helpers/eventually.ts';
import { expireHolds } from '../helpers/processes.ts';
import { withScriptedProvider, type ScriptedCall } from '../helpers/scripted-provider.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../helpers/sync-harness.ts';
import { withSyncWorkers } from '../helpers/sync-processes.ts';
import { withDatabase } from '../helpers/with-database.ts';

const account = (id: number) => ({ id, name: `Account ${id}`, currency: 'EUR', status: 'ACTIVE' });
const path = (id: number): string => `/accounts/${id}/transactions`;
const today = new Date().toISOString().slice(0, 10);
const row = (id: string | null, over: object = {}) => {
  return {
    id,
    amount: -1,
    currency: 'EUR',
    date: today,
    merchant: 'Cafe',
    isPending: false,
    ...over,
  };
};

describe('syncs in real worker processes', function () {
  const database = withDatabase();
  const provider = withScriptedProvider();
  const startWorker = withSyncWorkers(database, provider);
  let queues: Queues;

  before(async () => {
    queues = createQueues(database.config(), createCapturedLog().log);
  });
  beforeEach(() => (provider.onRequest = null));
  after(() => queues.close());

  async function connect(): Promise<{ householdId: string; connectionId: string }> {
    const context = { config: database.config(SYNC_ENV), sql: database.sql };
    return insertTestConnection(context, `key-${Math.random()}-secret`);
  }

  const begin = (owner: { householdId: string; connectionId: string }): Promise<Sync> =>
    beginSync(database.sql, owner, { queues });

  const ended = (sync: Sync, timeoutMs = 240_000): Promise<Sync> =>
    eventually(
      async () => {
        const found = await findSync(database.sql, sync.householdId, sync.id);
        expect(found?.finishedAt, `still ${found?.status}`).to.not.equal(null);
        return found!;
      },
      { timeoutMs, everyMs: 100 },
    );

  const rowsOf = (householdId: string) =>
    database.sql<{ externalId: string }[]>`
      select external_id
      from transactions
      where household_id = ${householdId}
        and removed_at is null`;

  const seen = (wanted: string): number =>
    provider.seen.filter((request) => request.path === wanted).length;

  it('a worker killed in mid-sync is taken over: the same rows, none doubled, no page asked for twice', async () => {
    const pages = 20;
    const calls: ScriptedCall[] = Array.from({ length: pages }, (_, page) => ({
      path: path(1),
      status: 200,
      ...(page === 0 ? {} : { query: { cursor: `c${page}` } }),
      times: page === 0 ? 1 : 2,
      json: {
        transactions: Array.from({ length: 50 }, (__, index) =>
          // Rows without an id are where a page staged twice would show.
          row(index % 5 === 0 ? null : `t${page}-${index}`, { amount: -(page * 50 + index + 1) }),
        ),
        total: pages * 50,
        next_cursor: page + 1 < pages ? `c${page + 1}` : null,
      },
    }));
    provider.script([account(1)], calls);
    const first = await startWorker();
    let killed = false;
    provider.onRequest = () => {
      if (killed || seen(path(1)) !== 8) return;
      killed = true;
      first.child.kill('SIGKILL');
    };
    const owner = await connect();
    const sync = await begin(owner);
    await first.exited;
    const staged = await database.sql`select 1 from staged_pages`;
    expect(staged).to.have.length(7);
    await startWorker();
    expect((await ended(sync)).status).to.equal('completed');
    expect(killed).to.equal(true);
    const rows = await rowsOf(owner.householdId);
    expect(rows).to.have.length(pages * 50);
    expect(new Set(rows.map((each) => each.externalId)).size).to.equal(pages * 50);
    // Only the page whose answer died with the worker was asked for again.
    expect(seen(path(1))).to.equal(pages + 1);
    expect(seen('/accounts')).to.equal(1);
    expect(await database.sql`select 1 from staged_pages`).to.be.empty;
  });

  it('a worker that wakes after its successor finished writes nothing', async () => {
    const answer = { transactions: [row('a'), row('b')], total: 2 };
    provider.script([account(1)], [{ path: path(1), status: 200, json: answer, times: 2 }]);
    const sleeper = await startWorker();
    let asleep = false;
    provider.onRequest = (requested) => {
      if (asleep || requested !== path(1)) return;
      asleep = true;
      sleeper.child.kill('SIGSTOP');
    };
    const owner = await connect();
    const sync = await begin(owner);
    await eventually(() => expect(asleep).to.equal(true));
    await expireHolds(database);
    await startWorker();
    expect((await ended(sync)).status).to.equal('completed');
    sleeper.child.kill('SIGCONT');
    await eventually(async () => {
      const found = await findSync(database.sql, owner.householdId, sync.id);
      expect(found?.fencedWrites).to.equal(1);
      expect(found?.status).to.equal('completed');
    });
    expect(await rowsOf(owner.householdId)).to.have.length(2);
  });

  it('a stopping worker hands its page over without waiting for the provider', async () => {
    const json = { transactions: [row('a')], total: 1 };
    provider.script([account(1)], [{ path: path(1), status: 200, json, times: 2 }]);
    const first = await startWorker();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    provider.onRequest = (requested) => (requested === path(1) ? held : undefined);
    const owner = await connect();
    const sync = await begin(owner);
    await eventually(() => expect(seen(path(1))).to.equal(1));
    // The request that it waits for is answered only after it has gone.
    first.child.kill('SIGTERM');
    expect(await first.exited).to.equal(0);
    release();
    await startWorker();
    expect((await ended(sync, 15_000)).status).to.equal('completed');
    expect(await rowsOf(owner.householdId)).to.have.length(1);
  });
});
