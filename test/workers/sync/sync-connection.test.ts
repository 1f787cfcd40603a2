import { expect } from 'chai';
import { acquireLease } from '../../../shared/queue/leases.ts';
import { endAccounts } from '../../../shared/sync/store/sync-accounts.ts';
import { findSync, requestCancel } from '../../../shared/sync/store/syncs.ts';
import { RateLimitedError } from '../../../workers/frame/errors.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import type { ScriptedCall } from '../../helpers/scripted-provider.ts';
import { LISTED, ROWS, rowsPage, withSyncPlay, wireRow } from '../../helpers/sync-play.ts';
import type { SyncPlay } from '../../helpers/sync-play.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { beginSync } from '../../helpers/sync-harness.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

const row = (id: string | null, over: object = {}) => wireRow(id, { amount: -1, ...over });
/** One answer that states how many rows the list has. */
const page = (rows: object[], over: object = {}, call: Partial<ScriptedCall> = {}): ScriptedCall =>
  rowsPage(rows, { total: rows.length, ...over }, call);

describe('syncConnection', function () {
  const play = withSyncPlay();
  const { database } = play;
  const sync: SyncPlay['sync'] = (calls, listed) => play.sync(calls, listed);
  const rows = () => play.live();

  it('does not believe an empty account list after a full one', async () => {
    await sync([page([row('a')])]);
    const done = await sync([], []);
    expect(done.status).to.equal('failed');
    expect(done.errors.map(({ code }) => code)).to.deep.equal(['accounts_empty']);
    const [link] = await play.links();
    expect(link!['state']).to.equal('active');
    expect(await rows()).to.have.length(1);
  });

  for (const total of [3, 4]) {
    it(`a row without id that slid over the page edge is as many rows as the total says: ${total} of 4`, async () => {
      const twin = row(null);
      await sync([
        page([row('a', { amount: -2 }), twin], { total, next_cursor: 'c' }),
        page([twin, row('b', { amount: -3 })], { total }, { query: { cursor: 'c' } }),
      ]);
      expect(await rows()).to.have.length(total);
    });
  }

  it('a name that a rule set stays when the provider changes its own', async () => {
    await sync([page([row('a'), row('b', { amount: -2 })])]);
    await database.sql`
      update transactions
      set name = 'Coffee',
        rule_attributes = '{"name": true}'
      where household_id = ${play.owner.householdId}
        and external_id = 'a'`;
    await sync([
      page([row('a', { merchant: 'CAFE 2' }), row('b', { amount: -2, merchant: 'CAFE 2' })]),
    ]);
    const names = (await rows()).map((each) => [
      each['externalId'],
      each['name'],
      each['providerMerchant'],
    ]);
    expect(names).to.have.deep.members([
      ['a', 'Coffee', 'CAFE 2'],
      ['b', 'CAFE 2', 'CAFE 2'],
    ]);
  });

  it('instants fall on the household’s day', async () => {
    await database.sql`
      update households
      set time_zone = 'America/New_York'
      where id = ${play.owner.householdId}`;
    await sync([
      page([row('a', { date: '2025-06-10T03:00:00Z' }), row('b', { date: 1749528000 })]),
    ]);
    expect((await rows()).map((each) => each['date'])).to.deep.equal(['2025-06-09', '2025-06-10']);
  });

  it('asks again after seven days for holdings that were not supported', async () => {
    const asked = () => play.callsTo('/accounts/1/holdings');
    await sync([]);
    expect(asked()).to.equal(1);
    await sync([]);
    expect(asked()).to.equal(0);
    play.harness.clock.advance(6 * 24 * 3600 * 1000);
    await sync([]);
    expect(asked()).to.equal(1);
  });

  it('a position that was sold is removed, and its key does not move with its price', async () => {
    const security = { name: 'Fund', tickerSymbol: 'F', currency: 'EUR' };
    const holdings = (list: object[]): ScriptedCall => {
      return {
        path: '/accounts/1/holdings',
        json: { holdings: list, totalValue: 1, currency: 'EUR' },
      };
    };
    const other = { ...security, name: 'Other', tickerSymbol: 'O' };
    await sync([
      holdings([
        { security, quantity: 1, price: 2 },
        { security: other, quantity: 3, price: 1 },
      ]),
    ]);
    const held = () => database.sql<Record<string, any>[]>`
      select id, quantity, value
      from holdings
      where household_id = ${play.owner.householdId}
      order by quantity`;
    const [first] = await held();
    expect(first!['value']).to.equal('2');
    await sync([holdings([{ security, quantity: 5, price: 9 }])]);
    const now = await held();
    expect(now).to.have.length(1);
    expect(now[0]).to.include({ id: first!['id'], quantity: '5', value: '45' });
  });

  it('waits beyond the deadline of the run end it', async () => {
    play.provider.script(
      [LISTED],
      [{ path: ROWS, status: 429, json: {}, headers: { 'Retry-After': '600' }, times: 99 }],
    );
    const done = await play.harness.sync(play.owner);
    expect(done.status).to.equal('rate_limited');
    expect(done.errors.map(({ code }) => code)).to.include('wait_too_long');
    expect(play.harness.waits.length).to.be.within(30, 37);
    const connection = await play.connection();
    expect(connection.nextSyncAt! > play.harness.clock.now()).to.equal(true);
  });

  it('a key that cannot be decrypted fails the run, which is repeated within hours: its owner cannot help', async () => {
    await database.sql`
      update provider_connections
      set credential_ciphertext = credential_ciphertext || '\\x00'
      where id = ${play.owner.connectionId}`;
    const done = await sync([]);
    expect(done.errors.map(({ code }) => code)).to.deep.equal(['credential_unreadable']);
    const { nextSyncAt, ...after } = await play.connection();
    expect(after).to.include({ status: 'good', statusReason: null, failuresInRow: 0 });
    expect(nextSyncAt!.getTime() - done.finishedAt!.getTime()).to.be.at.most(2 * 3_600_000);
  });

  /** A run that is due, and one try of its job. */
  async function begin() {
    const now = play.harness.clock.now();
    const { id } = await beginSync(database.sql, play.owner, { now });
    const payload = { household_id: play.owner.householdId, sync_id: id };
    const work = () => syncConnection(play.harness.context, payload, jobRun({ jobId: id }));
    return { id, work };
  }

  it('the job of a run that has ended ends, too, whoever works for its connection by then', async () => {
    const { householdId, connectionId } = play.owner;
    const { id, work } = await begin();
    await requestCancel(database.sql, householdId, id, play.harness.clock.now());
    const key = { kind: 'sync', householdId, resource: connectionId };
    await acquireLease(database.sql, key, 'another', 60_000);
    expect(await work()).to.equal(null);
  });

  it('a run that waits for a rate limit ends at once when it is cancelled', async () => {
    const { householdId } = play.owner;
    play.provider.script(
      [LISTED],
      [{ path: ROWS, status: 429, json: {}, headers: { 'Retry-After': '60' } }],
    );
    const { id, work } = await begin();
    expect(await work().catch((error: unknown) => error)).to.be.instanceOf(RateLimitedError);
    expect((await findSync(database.sql, householdId, id))?.waitingUntil).to.not.equal(null);
    const cancelled = await requestCancel(database.sql, householdId, id, play.harness.clock.now());
    expect(cancelled).to.include({ status: 'cancelled' });
    const before = play.provider.seen.length;
    await work();
    expect(play.provider.seen).to.have.length(before);
  });

  it('a run that ends locks the links of its accounts before its part of them, as whoever moves one does', async () => {
    const { householdId } = play.owner;
    const now = play.harness.clock.now();
    const { id } = await sync([page([row('a')])]);
    await database.sql`update sync_accounts set status = 'running' where sync_id = ${id}`;
    let ended: Promise<void> | undefined;
    await database.sql.begin(async (tx) => {
      await tx`select from provider_accounts where household_id = ${householdId} for update`;
      const reason = { code: 'cancelled', message: '' } as const;
      ended = database.sql.begin((run) => endAccounts(run, { householdId, id }, reason, now));
      await untilWaiting(database.sql);
      await tx`select from sync_accounts where sync_id = ${id} for update nowait`;
    });
    await ended;
    expect((await play.links())[0]).to.deep.include({
      lastError: { code: 'cancelled', message: '' },
    });
  });
});
