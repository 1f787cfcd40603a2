import { expect } from 'chai';
import { migrate } from '../../../shared/queue/migrate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('migrations while the version before works', () => {
  const database = withDatabase();

  it('start over after a deadlock', async function () {
    this.timeout(30_000);
    const { sql, url } = database;
    const migration = '0012__changes__create';
    await sql`drop table changes, undo_kept`;
    await sql`drop function note_changes, if_changed cascade`;
    await sql`delete from schema_migrations where name = ${migration}`;
    // Postgres ends the first that looks for a deadlock once there is one: the migration, however slow we are to make it.
    const [, name = ''] = /([^/?]+)(?:\?.*)?$/.exec(url) ?? [];
    await sql`alter database ${sql(name)} set deadlock_timeout = '4s'`;
    const worker = await sql.reserve();
    try {
      await worker`set deadlock_timeout = '1min'`;
      await worker`begin`;
      // The table that the migration locks last.
      await worker`lock table transaction_tags in row exclusive mode`;
      const migrated = migrate(url);
      await eventually(async () => {
        const waiting =
          await sql`select from pg_locks where relation = 'transaction_tags'::regclass and not granted`;
        expect(waiting).to.have.length(1);
      });
      await worker`lock table accounts in row exclusive mode`;
      await worker`commit`;
      await migrated;
    } finally {
      worker.release();
    }
    expect(await sql`select from schema_migrations where name = ${migration}`).to.have.length(1);
  });
});
