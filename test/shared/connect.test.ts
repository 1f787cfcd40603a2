import { expect } from 'chai';
import { connect, jobTimeouts, requestTimeouts } from '../../shared/postgres/connect.ts';
import type { DatabaseTimeouts, Sql } from '../../shared/postgres/connect.ts';
import { isDatabaseAway, isDatabaseTimeout } from '../../shared/platform/connection-errors.ts';
import { eventually } from '../helpers/eventually.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('the database pool', () => {
  const database = withDatabase();
  let sql: Sql;
  before(() => {
    sql = connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'connect-test' });
  });
  after(() => sql.end({ timeout: 1 }));
  const open = (timeouts: DatabaseTimeouts): Sql =>
    connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'connect-test', timeouts });

  it('rejects a transaction whose connection the server ends, and continues with the next one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const lost = await sql
        .begin(async (tx) => {
          const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
          await Promise.all([
            tx`select pg_sleep(20)`,
            database.sql`select pg_terminate_backend(${row!.pid})`,
          ]);
        })
        .then(
          () => null,
          (error: unknown) => error,
        );
      expect(isDatabaseAway(lost), String(lost)).to.equal(true);
      // The driver would throw from a timer here, which ends the process of the tests, and the pool's
      // only connection could not be opened again.
      await eventually(async () => {
        const [next] = await sql.begin((tx) => [tx`select 1 as one`]);
        expect(next).to.deep.equal([{ one: 1 }]);
      });
    }
  });

  it('still rolls back what fails for another reason', async () => {
    await sql`create temporary table kept (n integer)`;
    const failed = sql.begin(async (tx) => {
      await tx`insert into kept values (1)`;
      await tx`insert into kept values ('no number')`;
    });
    expect(await failed.catch((error: unknown) => (error as { code: string }).code)).to.equal(
      '22P02',
    );
    expect(await sql`select * from kept`).to.deep.equal([]);
  });

  it('gives each session the limits of requests or jobs, and compiles no statements', async () => {
    const config = database.config({
      DATABASE_STATEMENT_TIMEOUT_MS: '6000',
      DATABASE_LOCK_TIMEOUT_MS: '4000',
      DATABASE_JOB_STATEMENT_TIMEOUT_MS: '90000',
      DATABASE_JOB_LOCK_TIMEOUT_MS: '7000',
      DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '8000',
    });
    for (const [timeouts, expected] of [
      [requestTimeouts(config), ['6s', '4s', '8s', 'off client']],
      [jobTimeouts(config), ['90s', '7s', '8s', 'off client']],
    ] as const) {
      const limited = open(timeouts);
      const [row] = await limited`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
               current_setting('idle_in_transaction_session_timeout') as idle,
               (select setting || ' ' || source from pg_settings where name = 'jit') as jit`;
      await limited.end({ timeout: 1 });
      expect(Object.values(row!)).to.deep.equal(expected);
    }
  });

  it('loses the locks of a transaction that stalls, and continues with the next one', async () => {
    const limited = open({
      statementMs: 60_000,
      lockMs: 60_000,
      idleInTransactionMs: 100,
      boundsWaiting: false,
    });
    await database.sql`create table held (n integer)`;
    const stuck = await limited
      .begin(async (tx) => {
        await tx`lock table held in access exclusive mode`;
        // Waits for the lock, which is never given back.
        await database.sql`insert into held values (1)`;
        await tx`select 1`;
      })
      .catch((error: unknown) => error);
    expect(isDatabaseAway(stuck) || isDatabaseTimeout(stuck), String(stuck)).to.equal(true);
    await eventually(async () => expect(await limited`select n from held`).to.have.length(1));
    await limited.end({ timeout: 1 });
  });
});
