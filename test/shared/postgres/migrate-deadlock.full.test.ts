import { expect } from 'chai';
import { migrate } from '../../../shared/queue/migrate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('migrations while the version before works', () => {
  const database = withDatabase();

  it('begin anew after a deadlock', async function () {
    this.timeout(30_000);
    const { sql, url } = database;
    const migration = '0370__import_id_map__drop_household_key';
    // The migration locks import_id_map, then households.
    await sql`delete from schema_migrations where name = ${migration}`;
    await sql`
      alter table import_id_map
      add constraint import_id_map_household_id_fkey foreign key (household_id) references households`;
    // Postgres ends whoever looks for a deadlock first once there is one: the migration, however slow we are to make it.
    const [, name = ''] = /([^/?]+)(?:\?.*)?$/.exec(url) ?? [];
    await sql`alter database ${sql(name)} set deadlock_timeout = '4s'`;
    const worker = await sql.reserve();
    try {
      await worker`set deadlock_timeout = '1min'`;
      await worker`begin`;
      await worker`select from households`;
      const migrated = migrate(url);
      await eventually(async () => {
        const waiting =
          await sql`select from pg_locks where relation = 'households'::regclass and not granted`;
        expect(waiting).to.have.length(1);
      });
      await worker`select from import_id_map`;
      await worker`commit`;
      await migrated;
    } finally {
      worker.release();
    }
    expect(await sql`select from schema_migrations where name = ${migration}`).to.have.length(1);
  });
});
