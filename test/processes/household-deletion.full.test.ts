import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { newAccount } from '../helpers/rule-fixtures.ts';
import { createPlatform, createTenant } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { crash, expireHolds, startProcess, startWeb, withProcesses } from '../helpers/processes.ts';

const TRANSACTIONS = 15_000;

describe('kill -9 of every process while a household is deleted', function () {
  this.timeout(300_000);
  const database = withDatabase();
  const ending = withProcesses();

  async function web() {
    const started = ending(await startWeb(database.url, env()));
    return { ...started, base: `http://127.0.0.1:${started.port}/api/v1` };
  }
  async function worker(entry: string) {
    return ending(await startProcess(entry, database.config(), env()));
  }
  const env = (): NodeJS.ProcessEnv => ({ QUEUE_PREFIX: database.config().queuePrefix });

  async function fill(householdId: string, rows: number): Promise<void> {
    const account = await newAccount(database.sql, householdId);
    await database.sql`
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${householdId}, ${account}, date '2025-01-01' + n % 300, n, 'EUR', 'Shop ' || n
      from generate_series(1, ${rows}::integer) n`;
  }

  it('it continues where it was, each row is counted once, and others keep theirs', async () => {
    const { sql } = database;
    const { key, platformId } = await createPlatform(database, 'App');
    const gone = await createTenant(database, 'Gone');
    await sql`update households set platform_id = ${platformId} where id = ${gone.householdId}`;
    const other = await createTenant(database, 'Other');
    await fill(gone.householdId, TRANSACTIONS);
    await fill(other.householdId, 100);

    const first = await web();
    const headers = { 'X-Api-Key': key };
    const path = `/households/${gone.householdId}`;
    const asked = fetch(first.base + path, { method: 'DELETE', headers }).catch(() => null);
    const deletionNow = async () => {
      const [row] = await sql<{ id: string; status: string; rowsDeleted: number }[]>`
        select id, status, rows_deleted
        from household_deletions
        where household_id = ${gone.householdId}`;
      return row!;
    };
    const { id } = await eventually(async () => {
      const row = await deletionNow();
      expect(row).to.be.an('object');
      return row;
    });
    // Whether its job was added or not, and whether the client has its answer or not.
    await crash(first.child);
    await asked;
    // The scheduler adds the job of a run that has been silent for so long.
    await sql`
      update household_deletions set updated_at = now() - interval '1 minute' where id = ${id}`;

    const scheduler = await worker('workers/scheduler.ts');
    const victim = await worker('workers/imports.ts');
    await eventually(async () => {
      const { status, rowsDeleted } = await deletionNow();
      expect(status).to.equal('running');
      expect(rowsDeleted).to.be.greaterThan(0);
    });
    await crash(victim.child);
    expect((await deletionNow()).rowsDeleted, 'all was deleted too soon').to.be.lessThan(
      TRANSACTIONS,
    );
    await crash(scheduler.child);
    await expireHolds(database);

    const second = await web();
    await worker('workers/scheduler.ts');
    await worker('workers/imports.ts');
    const ask = async (at: string, as: string) => {
      const answer = await fetch(second.base + at, { headers: { 'X-Api-Key': as } });
      return { status: answer.status, data: ((await answer.json()) as any).data };
    };
    expect((await ask('/usage', gone.writeKey)).status).to.equal(401);
    await eventually(async () => {
      const { data } = await ask(`/household_deletions/${id}`, key);
      expect(data.status).to.equal('completed');
    });
    const { data } = await ask(`/household_deletions/${id}`, key);
    const { changes, ...counts } = data.counts;
    expect(counts).to.deep.equal({ accounts: 1, transactions: TRANSACTIONS });
    // A worker that continues also deletes what the log has of the deletion.
    expect(data.rows_total).to.be.within(TRANSACTIONS, TRANSACTIONS + Number(changes));
    expect(await sql`select 1 from households where id = ${gone.householdId}`).to.have.length(0);
    const rows = await sql`
      select 1 from transactions where household_id = ${gone.householdId}
      union all select 1 from changes where household_id = ${gone.householdId}`;
    expect(rows).to.have.length(0);
    expect((await ask('/transactions', other.readKey)).status).to.equal(200);
    const kept = await sql`select 1 from transactions where household_id = ${other.householdId}`;
    expect(kept).to.have.length(100);
  });
});
