import { expect } from 'chai';
import { copyIn } from '../../shared/postgres/driver/copy-in.ts';
import { withDatabase } from '../helpers/with-database.ts';

const STATEMENT = 'copy copied (line) from stdin';

describe('copyIn', () => {
  const database = withDatabase();
  const sql = () => database.sql;

  before(async () => {
    await sql().unsafe(`
      create table copied (line integer);
      create function refuse() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from copied where line < 0) then
          raise exception 'no room' using errcode = 'disk_full';
        end if;
        return null;
      end $$;
      create trigger copied_refuse after insert on copied for each statement execute function refuse()`);
  });

  it('copies rows', async () => {
    await sql().begin((tx) => copyIn(tx, STATEMENT, '1\n2\n'));
    expect(await sql()`select line from copied order by 1`).to.deep.equal([
      { line: 1 },
      { line: 2 },
    ]);
  });

  it('rejects with the error of Postgres that comes after the last byte, and keeps no connection', async () => {
    // More often than the pool has connections: one that is lost each time would be missed.
    for (let n = 0; n < 12; n += 1) {
      const error = await sql()
        .begin((tx) => copyIn(tx, STATEMENT, '-1\n'))
        .catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: '53100', message: 'no room' });
    }
    await sql().begin((tx) => copyIn(tx, STATEMENT, '3\n'));
    expect((await sql()`select count(*)::int as count from copied`)[0]).to.deep.equal({ count: 3 });
  });

  it('rejects when a row in the middle of much content is refused', async () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => (n === 1000 ? 'x' : String(n)));
    const error = await sql()
      .begin((tx) => copyIn(tx, STATEMENT, `${rows.join('\n')}\n`))
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: '22P02' });
  });

  it('rejects when its statement is cancelled', async () => {
    const error = await sql()
      .begin(async (tx) => {
        await tx`set local statement_timeout = 1`;
        await copyIn(tx, STATEMENT, '4\n'.repeat(300_000));
      })
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: '57014' });
  });
});
