import { expect } from 'chai';
import { migrate } from '../../../shared/queue/migrate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('migrations while the version before works', () => {
  const database = withDatabase();

  it('wait for its transactions and for each other, and make none of them the victim of a deadlock', async function () {
    this.timeout(30_000);
    const { sql, url } = database;
    const migration = '0012__changes__create';
    await sql`drop table changes, undo_kept`;
    await sql`drop function note_changes, if_changed cascade`;
    await sql`delete from schema_migrations where name = ${migration}`;
    // Postgres would end the worker: it looks for a deadlock earlier than the migration.
    const [, name = ''] = /([^/?]+)(?:\?.*)?$/.exec(url) ?? [];
    await sql`alter database ${sql(name)} set deadlock_timeout = '4s'`;
    const said: string[] = [];
    const log = { warn: (line: string) => said.push(line), info: () => undefined };
    const worker = await sql.reserve();
    try {
      await worker`set deadlock_timeout = '2500ms'`;
      await worker`begin`;
      // The table that the migration locks last, and then one that it has.
      await worker`lock table transaction_tags in row exclusive mode`;
      const start = () => migrate(url, undefined, undefined, log);
      // Two processes of a release may migrate at once.
      const migrated = Promise.all([start(), start()]);
      await eventually(async () => {
        const waiting =
          await sql`select from pg_locks where relation = 'transaction_tags'::regclass and not granted`;
        expect(waiting).to.have.length(1);
      });
      await worker`lock table accounts in row exclusive mode`;
      await eventually(() => expect(said.join()).to.include('works with'));
      await worker`commit`;
      await migrated;
    } finally {
      worker.release();
    }
    expect(said[0]).to.match(
      /^waiting to migrate: The tables are in use: .*\(test\).* works with (accounts|transaction_tags)/,
    );
    expect(await sql`select from schema_migrations where name = ${migration}`).to.have.length(1);
  });
});
