import { expect } from 'chai';
import { withDatabase } from './with-database.ts';

describe('withDatabase', () => {
  const first = withDatabase();
  const second = withDatabase();

  it('gives each block a migrated database of its own', async () => {
    await first.sql`create table only_here (id integer)`;
    const [here] = await first.sql`select to_regclass('only_here') is not null as found`;
    const [there] = await second.sql`select to_regclass('only_here') is not null as found`;
    expect(here).to.deep.equal({ found: true });
    expect(there).to.deep.equal({ found: false });
    const [tables] = await second.sql`
      select count(*)::int as count
      from information_schema.tables
      where table_schema = 'public'`;
    expect(tables?.['count']).to.be.greaterThan(10);
  });

  it('describes it as the settings of a process', () => {
    expect(first.config({ PORT: '4000' })).to.include({ databaseUrl: first.url, port: 4000 });
  });
});
