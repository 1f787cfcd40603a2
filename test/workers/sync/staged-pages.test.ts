import { expect } from 'chai';
import { insertOrJoinSync } from '../../../shared/store/syncs/syncs.ts';
import { syncConnection } from '../../../workers/sync/sync-connection.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { ROWS, rowsPage, shopRow, wireRow, withSyncPlay } from '../../helpers/sync-play.ts';

describe('sync: what is staged', function () {
  const play = withSyncPlay();
  const { database } = play;
  const staged = () => database.sql`select page, lines from staged_pages order by page`;
  const page = (rows: object[], cursor: string | null, next: string | null) =>
    rowsPage(rows, { next_cursor: next }, cursor === null ? {} : { query: { cursor } });

  afterEach(() => (play.provider.onRequest = null));

  it('each page but the last is one value; equal keys of two pages are one row, and nothing stays', async () => {
    const seen: number[] = [];
    play.provider.onRequest = async (path) => {
      if (path === ROWS) seen.push((await staged()).length);
    };
    await play.sync([
      page([wireRow('a'), wireRow(null), shopRow('b', -3)], null, 'c1'),
      page([wireRow('a', { merchant: 'Back\\slash\tand tab' }), wireRow(null)], 'c1', 'c2'),
      page([shopRow('c', -4)], 'c2', null),
    ]);
    expect(seen).to.deep.equal([0, 1, 2]);
    const rows = await play.live();
    expect(rows.map(({ amount }) => amount)).to.have.members(['-10', '-10', '-10', '-3', '-4']);
    const [twice] = rows.filter(({ externalId }) => externalId === 'a');
    expect(twice).to.include({ name: 'Back\\slash and tab' });
    expect(await staged()).to.be.empty;
  });

  it('a read of one page is not staged', async () => {
    // A row of staged_pages would find the table locked.
    const holder = await database.sql.reserve();
    await holder`begin`;
    await holder`lock table staged_pages in share mode`;
    const sync = await play.sync([rowsPage([wireRow('a')])]);
    await holder`rollback`;
    holder.release();
    expect(sync.status).to.equal('completed');
  });

  it('a cancelled run leaves nothing in the stage', async () => {
    play.provider.onRequest = async (path) => {
      if (path !== ROWS) return;
      const left = await staged();
      if (left.length > 0) await database.sql`update syncs set cancel_requested_at = now()`;
    };
    const sync = await play.sync([
      page([wireRow('a')], null, 'c1'),
      page([wireRow('b')], 'c1', 'c2'),
      page([wireRow('c')], 'c2', null),
    ]);
    expect(sync.status).to.equal('cancelled');
    expect(await staged()).to.be.empty;
    expect(await play.live()).to.be.empty;
  });

  it('a read that a worker of the version before staged whole is reconciled, and no other', async () => {
    await play.sync([rowsPage([wireRow('a')])]);
    const { sql } = database;
    const { householdId, connectionId } = play.owner;
    const { harness } = play;
    const now = harness.clock.now();
    const { sync } = await insertOrJoinSync(sql, householdId, connectionId, 'manual', now);
    await sql`update syncs set status = 'running', discovered_at = ${now} where id = ${sync.id}`;
    const [account] = await sql<{ id: string }[]>`
      insert into sync_accounts (
        household_id, sync_id, provider_account_id, account_id, position, status, step, list_currency, read_on,
        read_from, read_to, read_complete, pages
      )
      select household_id, ${sync.id}, id, account_id, 0, 'running', 'reconcile', 'EUR', '2025-06-11', '2025-06-01',
        '2025-06-11', true, 1
      from provider_accounts
      where household_id = ${householdId}
      returning id`;
    const id = account?.id ?? '';
    await sql`
      insert into staged_transactions (
        sync_account_id, row_key, page, position, content_hash, date, amount, currency, name, label, pending
      )
      values (${id}, 'b', 1, 1, '\\x01', '2025-06-09', -1, 'EUR', 'B', 'b', false),
        (${id}, null, 1, 2, '\\x02', '2025-06-09', -2, 'EUR', 'C', 'c', false)`;
    // The worker before that one had begun the read.
    await sql`
      insert into staged_pages (household_id, sync_account_id, page, lines)
      values (${householdId}, ${id}, 1, 'not a line')`;
    play.provider.script([], []);
    const payload = { household_id: householdId, sync_id: sync.id };
    await syncConnection(harness.context, payload, jobRun({ jobId: sync.id }));
    expect((await play.live()).map(({ amount }) => amount)).to.deep.equal(['-10', '-2', '-1']);
    expect(await staged()).to.be.empty;
    expect(await sql`select 1 from staged_transactions`).to.be.empty;
  });
});
