import { expect } from 'chai';
import { eventually } from '../../helpers/eventually.ts';
import { withScriptedProvider } from '../../helpers/scripted-provider.ts';
import { beginSync, createSyncHarness, type SyncHarness } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { StoppingError } from '../../../workers/frame/errors.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import { insertSyncAccount, listSyncAccounts } from '../../../shared/sync/store/sync-accounts.ts';
import { acquireLease, releaseLease } from '../../../shared/queue/leases.ts';
import { findSync } from '../../../shared/sync/store/syncs.ts';
import { jobRun } from '../../helpers/job-run.ts';

const listed = [1, 2].map((id) => ({ id, name: `A${id}`, currency: 'EUR', status: 'ACTIVE' }));
const lists = (ids: readonly string[]) =>
  [1, 2].map((account) => ({
    path: `/accounts/${account}/transactions`,
    times: 10,
    json: {
      transactions: ids.map((id) => ({ id, amount: -1, currency: 'EUR', date: '2025-06-09' })),
      total: ids.length,
    },
  }));

describe('workers that vanish over a sync', function () {
  const database = withDatabase();
  const provider = withScriptedProvider();
  let harness: SyncHarness;
  let owner: { householdId: string; connectionId: string };
  let syncId: string;

  before('let Postgres run for longer than a lease', () =>
    eventually(async () => {
      const [row] = await database.sql`select now() - pg_postmaster_start_time() > '6 s' as ran`;
      expect(row?.['ran']).to.equal(true);
    }),
  );

  beforeEach(async () => {
    const { sql } = database;
    harness = createSyncHarness(database, provider.url);
    harness.clock.set('2025-06-10T06:00:00Z');
    owner = await harness.connect();
    provider.script(listed, lists(['a']));
    await harness.sync(owner);
    harness.clock.advance(24 * 3600 * 1000);
    syncId = (await beginSync(sql, owner, { now: harness.clock.now() })).id;
    provider.script(listed, lists(['a', 'b']));
  });

  /** A run whose accounts are known, the first of them being read. */
  async function begin(step: 'transactions' | 'reconcile'): Promise<void> {
    const { sql } = database;
    const links = await sql<{ linkId: string; accountId: string }[]>`
      select id as link_id, account_id
      from provider_accounts
      where household_id = ${owner.householdId}
      order by provider_account_id`;
    const plan = { syncId, listCurrency: 'EUR', limitedUntil: null, errors: [], warnings: [] };
    for (const [position, link] of links.entries()) {
      await insertSyncAccount(sql, owner.householdId, {
        ...plan,
        ...link,
        position,
        status: 'pending',
      });
    }
    await sql`
      update syncs
      set status = 'running', discovered_at = ${harness.clock.now()}
      where id = ${syncId}`;
    await sql`
      update sync_accounts
      set status = 'running', step = ${step}, read_on = '2025-06-11', read_from = '2025-06-01', read_to = '2025-06-11',
        read_complete = case when ${step === 'reconcile'} then true end
      where sync_id = ${syncId} and position = 0`;
  }

  const leaseKey = () => ({
    kind: 'sync' as const,
    householdId: owner.householdId,
    resource: owner.connectionId,
  });

  const perform = (signal?: AbortSignal) =>
    syncConnection(
      harness.context,
      { household_id: owner.householdId, sync_id: syncId },
      jobRun({ jobId: syncId, ...(signal === undefined ? {} : { signal }) }),
    );

  /** The holder of the lease is gone; the next worker finds that, and stops before it gets on. */
  async function takeOver(): Promise<void> {
    await database.sql`
      update leases
      set expires_at = clock_timestamp()
      where resource = ${owner.connectionId}`;
    const error: unknown = await perform(AbortSignal.abort()).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StoppingError);
  }

  /** A worker vanishes that did nothing but wait. */
  async function vanishWaiting(): Promise<void> {
    expect(await acquireLease(database.sql, leaseKey(), 'gone', 60_000)).to.have.property('token');
    await takeOver();
  }

  /** A worker vanishes while the provider answers its first request. */
  async function vanishAsking(): Promise<void> {
    provider.onRequest = async () => {
      provider.onRequest = null;
      await takeOver();
    };
    await perform();
    expect(provider.onRequest).to.equal(null);
  }

  /** A worker vanishes in the midst of its account, whatever the step. */
  async function vanishReconciling(): Promise<void> {
    const { sql } = database;
    const [account] = await accounts();
    if (account !== undefined && account.deaths > 0) await startReconciling();
    expect(await acquireLease(sql, leaseKey(), 'gone', 60_000)).to.have.property('token');
    await takeOver();
  }

  /** A worker begins to reconcile, and comes no further. */
  async function startReconciling(): Promise<void> {
    const { sql } = database;
    const stop = new AbortController();
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`lock table staged_pages in access exclusive mode`;
    const run = perform(stop.signal).catch((reason: unknown) => reason);
    await eventually(async () => {
      const [row] =
        await sql`select at_risk from sync_accounts where sync_id = ${syncId} and position = 0`;
      expect(row?.['atRisk']).to.equal(true);
    });
    stop.abort();
    await eventually(async () => {
      const ended = await sql`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database()
          and wait_event_type = 'Lock'`;
      expect(ended).to.have.length(1);
    });
    await holder`rollback`;
    holder.release();
    expect(await run).to.be.instanceOf(Error);
  }

  const accounts = () => listSyncAccounts(database.sql, owner.householdId, [syncId]);
  const codes = async () =>
    (await accounts()).map(({ errors }) => errors.map(({ code }) => code).join());
  const rows = async () =>
    (
      await database.sql<{ rows: string }[]>`
        select p.provider_account_id || t.external_id as rows
        from transactions t
        join provider_accounts p on p.account_id = t.account_id
        where t.household_id = ${owner.householdId}
        order by 1`
    ).map((row) => row.rows);

  for (const [step, vanish] of [
    ['transactions', vanishAsking],
    ['reconcile', vanishReconciling],
  ] as const) {
    it(`leave out the account over which five did after a first (${step})`, async () => {
      await begin(step);
      for (let deaths = 1; deaths <= 6; deaths += 1) {
        await vanish();
        expect((await accounts()).map((account) => account.deaths)).to.deep.equal([deaths, 0]);
      }
      const ended = await harness.sync(owner);
      expect(ended).to.include({ id: syncId, status: 'completed_with_errors' });
      expect(await codes()).to.deep.equal(['worker_lost', '']);
      expect((await accounts())[0]).to.include({ status: 'failed', readComplete: false });
      expect(await rows()).to.deep.equal(['1a', '2a', '2b']);
      // The next run tries it again.
      harness.clock.advance(24 * 3600 * 1000);
      expect((await harness.sync(owner)).status).to.equal('completed');
      expect(await rows()).to.deep.equal(['1a', '1b', '2a', '2b']);
    });
  }

  it('are counted from the last checkpoint', async () => {
    await begin('transactions');
    for (let deaths = 1; deaths <= 5; deaths += 1) await vanishAsking();
    expect((await harness.sync(owner)).status).to.equal('completed');
    expect((await accounts()).map((account) => account.deaths)).to.deep.equal([0, 0]);
  });

  it('end the run when its accounts were not known yet', async () => {
    for (let deaths = 1; deaths <= 6; deaths += 1) await vanishAsking();
    const ended = await harness.sync(owner);
    expect(ended).to.include({ id: syncId, status: 'failed', deaths: 6 });
    expect(ended.errors.map(({ code }) => code)).to.deep.equal(['worker_lost']);
    harness.clock.advance(24 * 3600 * 1000);
    expect((await harness.sync(owner)).status).to.equal('completed');
  });

  for (const known of [true, false]) {
    it(`leave nothing out when they only waited (accounts ${known ? 'known' : 'unknown'})`, async () => {
      if (known) await begin('transactions');
      for (let deaths = 1; deaths <= 7; deaths += 1) await vanishWaiting();
      expect((await harness.sync(owner)).status).to.equal('completed');
      expect(await rows()).to.deep.equal(['1a', '1b', '2a', '2b']);
    });
  }

  it('are not those whose Postgres crashed, nor those that gave the lease back', async () => {
    await begin('transactions');
    const { sql } = database;
    await acquireLease(sql, leaseKey(), 'crashed', 60_000);
    await sql`
      update leases
      set renewed_at = pg_postmaster_start_time(), expires_at = pg_postmaster_start_time()
      where resource = ${owner.connectionId}`;
    const next = await acquireLease(sql, leaseKey(), 'next', 60_000);
    expect(next).to.include({ holderVanished: false });
    if ('token' in next) await releaseLease(sql, next);
    const after = await acquireLease(sql, leaseKey(), 'after', 60_000);
    expect(after).to.include({ holderVanished: false });
    expect(await findSync(sql, owner.householdId, syncId)).to.include({ deaths: 0 });
  });
});
