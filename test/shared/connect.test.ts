import { expect } from 'chai';
import { connect } from '../../shared/db/connect.ts';
import type { Sql } from '../../shared/db/connect.ts';
import { isDatabaseAway } from '../../shared/db/connection-errors.ts';
import { eventually } from '../helpers/eventually.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('the database pool', () => {
  const database = withDatabase();
  let sql: Sql;
  before(() => {
    sql = connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'connect-test' });
  });
  after(() => sql.end({ timeout: 1 }));

  it('rejects a transaction whose connection the server ends, and goes on with the next one', async () => {
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
});
