import { expect } from 'chai';
import { connect, type Sql, type Tx } from '../../../shared/postgres/connect.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a transaction whose connection is lost while it waits for something else', () => {
  const database = withDatabase();
  let sql: Sql;

  beforeEach(() => {
    sql = connect({ databaseUrl: database.url, poolMax: 1, applicationName: 'lost' });
  });
  afterEach(() => sql.end({ timeout: 1 }));

  /** Loses the connection of a transaction; `after` is what its work does when it gets on. */
  async function lose(after: (tx: Tx) => unknown): Promise<unknown> {
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    let result: Promise<unknown> = Promise.reject(new Error('the work did not begin'));
    result.catch(() => undefined);
    const done = sql.begin(async (tx) => {
      await tx`insert into households (name) values ('before')`;
      await database.sql`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where application_name = 'lost'
          and datname = current_database()`;
      result = waiting.then(async () => after(tx));
      await result;
    });
    const error: unknown = await done.catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'CONNECTION_CLOSED' });
    // The connection has its next session: what the work still does must not end up there.
    expect(await sql`select 1 as one`).to.deep.equal([{ one: 1 }]);
    goOn();
    return result;
  }

  it('refuses its further statements', async () => {
    const statements = [
      (tx: Tx) => tx`insert into households (name) values ('after')`,
      (tx: Tx) => tx.unsafe(`insert into households (name) values ('after')`),
    ];
    for (const statement of statements) {
      const error: unknown = await lose((tx) => statement(tx).catch((reason: unknown) => reason));
      expect(error).to.include({ code: 'CONNECTION_CLOSED' });
    }
    expect(await sql`select name from households where name in ('before', 'after')`).to.deep.equal(
      [],
    );
  });

  it('commits nothing when its work is done', async () => {
    expect(await lose(() => 'done')).to.equal('done');
    expect(await sql`select name from households where name = 'before'`).to.deep.equal([]);
    expect(await sql.begin((tx) => tx`select 1 as one`)).to.deep.equal([{ one: 1 }]);
  });
});
