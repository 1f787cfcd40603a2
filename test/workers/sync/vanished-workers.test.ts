import { expect } from 'chai';
import { eventually } from '../../helpers/eventually.ts';
import { startScriptedProvider } from '../../helpers/scripted-provider.ts';
import type { ScriptedProvider } from '../../helpers/scripted-provider.ts';
import { createSyncHarness } from '../../helpers/sync-harness.ts';
import type { SyncHarness } from '../../helpers/sync-harness.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { StoppingError } from '../../../workers/errors.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import { insertSyncAccount, listSyncAccounts } from '../../../shared/store/syncs/sync-accounts.ts';
import { acquireLease, releaseLease } from '../../../shared/store/leases.ts';
import { findSync, insertOrJoinSync } from '../../../shared/store/syncs/syncs.ts';
import { jobRun } from '../../helpers/job-run.ts';

const listed = [1, 2].map((id) => ({ id, name: `A${id}`, currency: 'EUR', status: 'ACTIVE' }));
const lists = (ids: readonly string[]) =>
  [1, 2].map((account) => ({
    path: `/accounts/${account}/transactions`,
    json: {
      transactions: ids.map((id) => ({ id, amount: -1, currency: 'EUR', date: '2025-06-09' })),
      total: ids.length,
    },
  }));

describe('workers that vanish over a sync', function () {
  const database = withDatabase();
  let provider: ScriptedProvider;
  let harness: SyncHarness;
  let owner: { householdId: string; connectionId: string };
  let syncId: string;

  before(async () => (provider = await startScriptedProvider()));
  after(() => provider.close());
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
    const { householdId, connectionId } = owner;
    const now = harness.clock.now();
    const { sync } = await insertOrJoinSync(sql, householdId, connectionId, 'manual', now);
    syncId = sync.id;
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

  /** A worker takes the lease and is gone; the next one finds that, and stops before it gets on. */
  async function vanish(): Promise<void> {
    const { sql } = database;
    const { householdId } = owner;
    const lease = await acquireLease(sql, leaseKey(), 'gone', 60_000);
    expect(lease).to.have.property('token');
    await sql`
      update leases
      set expires_at = clock_timestamp()
      where resource = ${owner.connectionId}`;
    const payload = { household_id: householdId, sync_id: syncId };
    const stopped = jobRun({ jobId: syncId, signal: AbortSignal.abort() });
    const error: unknown = await syncConnection(harness.context, payload, stopped).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(StoppingError);
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

  for (const step of ['transactions', 'reconcile'] as const) {
    it(`leave out the account over which three of them did (${step})`, async () => {
      await begin(step);
      for (let deaths = 1; deaths <= 3; deaths += 1) {
        await vanish();
        expect((await accounts()).map((account) => account.deaths)).to.deep.equal([deaths, 0]);
      }
      const ended = await harness.sync(owner);
      expect(ended).to.include({ id: syncId, status: 'completed_with_errors' });
      expect(await codes()).to.deep.equal(['worker_lost', '']);
      expect((await accounts())[0]).to.include({ status: 'failed', readComplete: false });
      expect(await rows()).to.deep.equal(['1a', '2a', '2b']);
      // The next run tries it anew.
      harness.clock.advance(24 * 3600 * 1000);
      expect((await harness.sync(owner)).status).to.equal('completed');
      expect(await rows()).to.deep.equal(['1a', '1b', '2a', '2b']);
    });
  }

  it('are counted from the last checkpoint', async () => {
    await begin('transactions');
    await vanish();
    await vanish();
    expect((await harness.sync(owner)).status).to.equal('completed');
    expect((await accounts()).map((account) => account.deaths)).to.deep.equal([0, 0]);
  });

  it('end the run when no account was being read', async () => {
    for (let deaths = 1; deaths <= 3; deaths += 1) await vanish();
    const ended = await harness.sync(owner);
    expect(ended).to.include({ id: syncId, status: 'failed', deaths: 3 });
    expect(ended.errors.map(({ code }) => code)).to.deep.equal(['worker_lost']);
    harness.clock.advance(24 * 3600 * 1000);
    expect((await harness.sync(owner)).status).to.equal('completed');
  });

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
