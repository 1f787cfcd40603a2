import { expect } from 'chai';
import { connect, readPoolMode, type Sql } from '../../../shared/postgres/connect.ts';
import { createTemporaryTables } from '../../../shared/postgres/temporary-tables.ts';
import { loadConfig } from '../../../shared/platform/config.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('temporary tables of a connection', () => {
  const database = withDatabase();
  let sql: Sql;
  before(
    () => (sql = connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'temporary' })),
  );
  after(() => sql.end());

  it('are made once, and empty in each transaction', async () => {
    const oids: unknown[] = [];
    for (const n of [1, 2]) {
      await sql.begin(async (tx) => {
        await createTemporaryTables(tx, { kept_one: 'n integer not null' });
        expect(await tx`select * from kept_one`).to.have.length(0);
        await tx`insert into kept_one values (${n})`;
        oids.push((await tx`select 'kept_one'::regclass::oid as oid`)[0]?.['oid']);
      });
    }
    // A pooler gives each transaction another connection.
    if (!readPoolMode(database.url).isPooled) expect(oids[0]).to.equal(oids[1]);
  });

  it('are made again where another version made them in another shape', async () => {
    await sql.begin(async (tx) => {
      await tx.unsafe('create temporary table first_one (a integer) on commit delete rows');
      const first = { first_one: 'b text not null', second_one: 'like first_one, c integer' };
      await createTemporaryTables(tx, first);
      await tx`insert into second_one (b, c) values ('b', 1)`;
      await createTemporaryTables(tx, { ...first, second_one: 'd integer' });
      await tx`insert into second_one (d) values (1)`;
    });
  });
});

describe('DATABASE_SESSION_URL', () => {
  it('is required behind a pooler, where migrations and the queue go', () => {
    const pooled = { DATABASE_URL: 'postgres://pooler:6432/one?pool_mode=transaction' };
    expect(() => loadConfig(pooled)).to.throw(/DATABASE_SESSION_URL/);
    const config = loadConfig({ ...pooled, DATABASE_SESSION_URL: 'postgres://server:5432/one' });
    expect(config.queueDatabaseUrl).to.equal('postgres://server:5432/one');
  });
});
