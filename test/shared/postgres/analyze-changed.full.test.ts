import { expect } from 'chai';
import { analyzeChanged } from '../../../shared/postgres/analyze-changed.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('tables of which a tenth changed', () => {
  const database = withDatabase();

  /** Resolves when Postgres has counted what others changed. */
  const counted = (table: string, changes: number): Promise<void> =>
    eventually(async () => {
      const [found] = await database.sql`
        select sum(n_mod_since_analyze)::integer as changes
        from pg_stat_user_tables
        where relname ~ ${table}`;
      expect(found).to.deep.equal({ changes });
    });
  const write = (rows: number) => database.sql`
    insert into grown select n from generate_series(1, ${rows}::integer) n`;
  /** How many rows the planner expects to read. */
  async function expected(table: string): Promise<number> {
    const [line] = await database.sql.unsafe(`explain (format json) select from ${table}`);
    return line?.['QUERY PLAN'][0].Plan['Plan Rows'];
  }

  before(async () => {
    await database.sql`create table grown (n integer)`;
    await analyzeChanged(database.sql);
  });

  it('are analyzed, and again only when another tenth has changed', async () => {
    await write(1000);
    await counted('^grown$', 1000);
    expect(await analyzeChanged(database.sql)).to.deep.equal(['grown']);
    expect(await expected('grown')).to.equal(1000);
    await write(100);
    await counted('^grown$', 100);
    expect(await analyzeChanged(database.sql)).to.deep.equal([]);
    await write(100);
    await counted('^grown$', 200);
    expect(await analyzeChanged(database.sql)).to.deep.equal(['grown']);
    expect(await expected('grown')).to.equal(1200);
  });

  it('are left to their holder', async () => {
    await database.sql.begin(async (tx) => {
      await tx`lock table grown in share update exclusive mode`;
      await tx`insert into grown select n from generate_series(1, 5000) n`;
      await analyzeChanged(database.sql);
    });
    await counted('^grown$', 5000);
    expect(await analyzeChanged(database.sql)).to.deep.equal(['grown']);
  });

  it('are analyzed whole when they are partitioned', async () => {
    await database.sql`create table parted (n integer) partition by list (n)`;
    await database.sql`create table parted_1 partition of parted for values in (1)`;
    await database.sql`create table parted_2 partition of parted for values in (2)`;
    await database.sql`insert into parted select 1 + n % 2 from generate_series(1, 500) n`;
    await counted('^parted_', 500);
    expect(await analyzeChanged(database.sql)).to.deep.equal(['parted']);
    const [found] = await database.sql`select n_distinct from pg_stats where tablename = 'parted'`;
    expect(found).to.deep.equal({ nDistinct: 2 });
    await counted('^parted_', 0);
  });
});
