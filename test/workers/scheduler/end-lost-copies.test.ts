import { expect } from 'chai';
import { connect, type Sql } from '../../../shared/postgres/connect.ts';
import { endLostCopies } from '../../../workers/scheduler/keep-database.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { workerContext } from '../../helpers/worker-context.ts';

describe('copies whose process vanished', () => {
  const database = withDatabase();
  const clients: Sql[] = [];

  before(() => database.sql`create table copied (line integer)`);
  after(() => Promise.all(clients.map((client) => client.end({ timeout: 0 }))));

  /** Begins a copy and never sends its rows. Resolves when all time limits of the session have passed. */
  async function vanish(applicationName: string): Promise<void> {
    const { databaseUrl } = database.config();
    const client = connect({ databaseUrl, poolMax: 1, applicationName });
    clients.push(client);
    void client
      .begin(async (tx) => {
        await tx`set local statement_timeout = 200`;
        await tx`set local idle_in_transaction_session_timeout = 200`;
        const rows = await tx.unsafe('copy copied (line) from stdin').writable();
        rows.on('error', () => undefined);
        await new Promise<never>(() => undefined);
      })
      .catch(() => undefined);
    await eventually(async () => expect(await copiers(applicationName)).to.equal(1));
  }

  async function copiers(applicationName: string): Promise<number> {
    const rows = await database.sql`
      select 1
      from pg_stat_activity
      where application_name = ${applicationName}
        and query like 'copy %'
        and query_start < clock_timestamp() - interval '1 second'`;
    return rows.length;
  }

  const run = (idleMs: number): Promise<void> =>
    endLostCopies.run({
      ...workerContext(database),
      config: database.config({ DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: String(idleMs) }),
    });

  it('are ended, which Postgres does not do on its own, and others are not', async () => {
    await vanish('ledgerline-worker-sync');
    await vanish('psql');
    await run(60_000);
    expect(await copiers('ledgerline-worker-sync')).to.equal(1);
    await run(1000);
    await eventually(async () => expect(await copiers('ledgerline-worker-sync')).to.equal(0));
    expect(await copiers('psql')).to.equal(1);
  });
});
